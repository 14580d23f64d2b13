// planck, Box2D 2.3 in JavaScript: eight iterations of velocities, three of positions.
import * as planck from 'planck';

export async function load() {
	return (scene) => {
		const world = new planck.World({ gravity: { x: 0, y: scene.gravity }, allowSleep: false });
		const moving = [];
		for (const b of scene.bodies) {
			const body = world.createBody({ type: b.static ? 'static' : 'dynamic', position: { x: b.x, y: b.y }, angle: b.angle });
			const shape = b.radius ? new planck.Circle(b.radius)
				: b.box ? new planck.Box(...b.box)
					: new planck.Polygon(b.polygon.map(([x, y]) => ({ x, y })));
			body.createFixture({ shape, density: b.density, friction: scene.friction });
			if (!b.static) moving.push(body);
		}
		return {
			tick: () => world.step(1 / 60, 8, 3),
			bodies: () => moving.length,
			height: () => moving.reduce((sum, b) => sum + b.getPosition().y, 0) / moving.length,
			contacts() {
				let touching = 0;
				for (let c = world.getContactList(); c; c = c.getNext()) if (c.isTouching()) touching++;
				return touching;
			},
		};
	};
}
