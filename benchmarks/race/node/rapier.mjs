// rapier2d, with its default of four solver iterations.
export async function load(name) {
	const R = (await import(name)).default;
	await R.init();
	return (scene) => {
		const world = new R.World({ x: 0, y: scene.gravity });
		world.timestep = 1 / 60;
		const moving = [], colliders = [];
		for (const b of scene.bodies) {
			const def = b.static ? R.RigidBodyDesc.fixed() : R.RigidBodyDesc.dynamic();
			def.setTranslation(b.x, b.y).setRotation(b.angle).setCanSleep(false);
			const body = world.createRigidBody(def);
			const collider = b.radius ? R.ColliderDesc.ball(b.radius)
				: b.box ? R.ColliderDesc.cuboid(...b.box)
					: R.ColliderDesc.convexHull(new Float32Array(b.polygon.flat()));
			const made = world.createCollider(collider.setFriction(scene.friction).setDensity(b.density), body);
			if (!b.static) {
				moving.push(body);
				colliders.push(made);
			}
		}
		return {
			tick: () => world.step(),
			close: () => world.free(),
			bodies: () => moving.length,
			height: () => moving.reduce((sum, b) => sum + b.translation().y, 0) / moving.length,
			contacts() {
				const pairs = new Set();
				for (const a of colliders) {
					world.contactPairsWith(a, (b) => {
						const key = [a.handle, b.handle].sort().join();
						let touching = false;
						world.contactPair(a, b, (m) => { touching ||= m.numSolverContacts() > 0; });
						if (touching) pairs.add(key);
					});
				}
				return pairs.size;
			},
		};
	};
}
