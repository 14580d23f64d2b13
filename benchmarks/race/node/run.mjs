// Steps one scene in one engine and prints how long each tick took, as JSON:
//   node run.mjs rapier2d-simd scenes.json pyramid
// What it prints is described in ../run/main.go.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const builders = {
	'rapier2d': () => import('./rapier.mjs').then((m) => m.load('@dimforge/rapier2d-compat')),
	'rapier2d-simd': () => import('./rapier.mjs').then((m) => m.load('@dimforge/rapier2d-simd-compat')),
	'box2d3-wasm-simd': () => import('./box2d.mjs').then((m) => m.load('deluxe')),
	'box2d3-wasm': () => import('./box2d.mjs').then((m) => m.load('compat')),
	'planck': () => import('./planck.mjs').then((m) => m.load()),
	'matter-js': () => import('./matter.mjs').then((m) => m.load()),
};

const [engine, file, name] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(file, 'utf8')).find((s) => s.name === name);
if (!builders[engine] || !scene) throw new Error(`want an engine of ${Object.keys(builders)}, a file and a scene in it`);
const build = await builders[engine]();

function tick(world) {
	const start = performance.now();
	world.tick();
	return performance.now() - start;
}

const cold = [], ticks = [];
const first = build(scene);
const start = performance.now(); // since the process began
for (const start = performance.now(); cold.length < 60 || performance.now() - start < 1000;) cold.push(tick(first));
first.close?.();

const world = build(scene);
for (let i = 0; i < scene.ticks; i++) ticks.push(tick(world));
const result = { start, cold, ticks, bodies: world.bodies(), contacts: world.contacts(), height: world.height() };
// Engines with threads keep the process alive, so it ends by hand once all is written.
process.stdout.write(JSON.stringify(result) + '\n', () => process.exit(0));
