// matter-js with its default iterations. It reckons in pixels, with tolerances to match: a metre is
// 100 of them, which makes its own gravity of 0.001 pixels per square millisecond 10 m/s^2.
import Matter from 'matter-js';

const scale = 100;

export async function load() {
	return (scene) => {
		const engine = Matter.Engine.create({ enableSleeping: false, gravity: { x: 0, y: scene.gravity / 10, scale: 0.001 } });
		const moving = [];
		for (const b of scene.bodies) {
			const options = { isStatic: b.static, friction: scene.friction, frictionAir: 0, restitution: 0 };
			const [x, y] = [b.x * scale, b.y * scale];
			const body = b.radius ? Matter.Bodies.circle(x, y, b.radius * scale, options)
				: b.box ? Matter.Bodies.rectangle(x, y, 2 * b.box[0] * scale, 2 * b.box[1] * scale, options)
					: Matter.Bodies.fromVertices(x, y, [b.polygon.map(([x, y]) => ({ x: x * scale, y: y * scale }))], options);
			Matter.Body.setAngle(body, b.angle);
			Matter.Composite.add(engine.world, body);
			if (!b.static) moving.push(body);
		}
		return {
			tick: () => Matter.Engine.update(engine, 1000 / 60),
			close: () => Matter.Engine.clear(engine),
			bodies: () => moving.length,
			height: () => moving.reduce((sum, b) => sum + b.position.y, 0) / moving.length / scale,
			contacts: () => engine.pairs.list.filter((p) => p.isActive).length,
		};
	};
}
