// Box2D v3, four sub-steps, one thread: deluxe is the build with vectors (its threads stay unused),
// compat the one without.
export async function load(flavour) {
	const file = `./node_modules/box2d3-wasm/build/dist/es/${flavour}/Box2D.${flavour}.mjs`;
	const B = await (await import(file)).default();
	return (scene) => {
		const worldDef = B.b2DefaultWorldDef();
		worldDef.gravity.Set(0, scene.gravity);
		worldDef.enableSleep = false;
		worldDef.workerCount = 0;
		const world = B.b2CreateWorld(worldDef);
		const all = [], moving = [];
		for (const b of scene.bodies) {
			const def = B.b2DefaultBodyDef();
			def.type = b.static ? B.b2BodyType.b2_staticBody : B.b2BodyType.b2_dynamicBody;
			def.position.Set(b.x, b.y);
			def.rotation = B.b2MakeRot(b.angle);
			const body = B.b2CreateBody(world, def);
			const shape = B.b2DefaultShapeDef();
			shape.density = b.density;
			shape.material.friction = scene.friction;
			if (b.radius) {
				const circle = new B.b2Circle();
				circle.center.Set(0, 0);
				circle.radius = b.radius;
				B.b2CreateCircleShape(body, shape, circle);
			} else if (b.box) {
				B.b2CreatePolygonShape(body, shape, B.b2MakeBox(...b.box));
			} else {
				const hull = B.b2ComputeHull(b.polygon.map(([x, y]) => new B.b2Vec2(x, y)));
				if (hull.count !== b.polygon.length) throw new Error(`hull of ${hull.count} points, want ${b.polygon.length}`);
				B.b2CreatePolygonShape(body, shape, B.b2MakePolygon(hull, 0));
			}
			all.push(body);
			if (!b.static) moving.push(body);
		}
		return {
			tick: () => B.b2World_Step(world, 1 / 60, 4),
			close: () => B.b2DestroyWorld(world),
			bodies: () => moving.length,
			height: () => moving.reduce((sum, b) => sum + B.b2Body_GetPosition(b).y, 0) / moving.length,
			// each pair is known to both bodies
			contacts: () => all.reduce((sum, b) => sum + B.b2Body_GetContactData(b, B.b2Body_GetContactCapacity(b)).length, 0) / 2,
		};
	};
}
