// Prints what a world in a worker costs and gains, beside one in the thread of the page: node
// stands for the browser. The program is ../frames.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const scenes = ['pyramid', 'rain'];
const warm = 600, ticks = 600; // the compiler of V8 is done after a second or two

async function start(module, scene) {
	await import('./wasm_exec.js');
	const go = new Go();
	const started = new Promise((resolve) => (globalThis.caromStarted = resolve));
	go.run(await WebAssembly.instantiate(module, go.importObject));
	await started;
	if (!caromLoad(scene)) throw new Error(`no scene ${scene}`);
}

const now = () => performance.timeOrigin + performance.now();
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const pause = () => new Promise(setImmediate); // lets messages in

// Steps a world and gives each frame away, as fast as it goes.
async function run(give) {
	const spent = { tick: [], frame: [] };
	for (let i = 0; i < warm + ticks; i++) {
		const t = performance.now();
		caromTick();
		const u = performance.now();
		const frame = caromFrame();
		if (i >= warm) {
			spent.tick.push(u - t);
			spent.frame.push(performance.now() - u);
		}
		give?.({ frame, sent: now(), measured: i >= warm });
		if (i % 4 === 3) await pause();
	}
	return { tick: median(spent.tick), frame: median(spent.frame) };
}

// Runs worlds in so many workers at once.
async function inWorkers(n, module, scene) {
	const before = process.memoryUsage().rss, began = now(), latencies = [], costs = [], firsts = [];
	let bytes = 0, first = Infinity, last = 0, received = 0, busy;
	const workers = await Promise.all(Array.from({ length: n }, () => new Promise((resolve, reject) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: { module, scene } });
		let seen = false;
		worker.on('error', reject);
		worker.on('message', (m) => {
			if (m.done) return resolve({ worker, ...m.done });
			const t = performance.now();
			if (!seen) firsts.push(now() - began);
			seen = true;
			if (!m.measured) return;
			busy ??= performance.eventLoopUtilization();
			latencies.push(now() - m.sent);
			bytes = m.frame.byteLength;
			first = Math.min(first, m.sent);
			last = Math.max(last, m.sent);
			received++;
			costs.push(performance.now() - t);
		});
	})));
	const load = performance.eventLoopUtilization(busy);
	const memory = (process.memoryUsage().rss - before) / n;
	await Promise.all(workers.map((w) => w.worker.terminate()));
	return {
		tick: median(workers.map((w) => w.tick)), frame: median(workers.map((w) => w.frame)), latency: median(latencies),
		perSecond: (1000 * received) / (last - first), page: load.active / received, first: median(firsts), memory, bytes,
	};
}

if (!isMainThread) {
	await start(workerData.module, workerData.scene);
	const done = await run((m) => parentPort.postMessage(m, [m.frame]));
	parentPort.postMessage({ done });
} else {
	const module = await WebAssembly.compile(readFileSync('frames.wasm'));
	for (const scene of scenes) {
		for (const n of [1, 2, 4]) {
			const r = await inWorkers(n, module, scene);
			console.log(
				`${scene}, ${n} worker${n > 1 ? 's' : ''}: ${r.perSecond.toFixed(0)} ticks/s together; a tick ${r.tick.toFixed(2)} ms, ` +
				`its frame of ${r.bytes} bytes ${r.frame.toFixed(3)} ms; the frame arrives after ${r.latency.toFixed(2)} ms; ` +
				`the page spends ${r.page.toFixed(3)} ms on it; first frame after ${r.first.toFixed(0)} ms` +
				(n === 1 ? `; ${(r.memory / 1e6).toFixed(0)} MB` : '')); // later ones take the memory that these left
		}
		await start(module, scene);
		const here = await run();
		console.log(`${scene}, in the page: a tick ${here.tick.toFixed(2)} ms, its frame ${here.frame.toFixed(3)} ms`);
	}
	process.exit(0);
}
