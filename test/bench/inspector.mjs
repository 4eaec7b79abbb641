/**
 * What it costs a session to be looked at: 500 actors, 30 poses a second, ten minutes of 60 frames a second, by one page that
 * takes everything and one that takes nothing. The frames run as fast as they can, with a slice of the inspector between two of
 * them whenever one is due, as in real time.
 */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createFeed } from '../../dist/inspector/feed/live.js';
import { serveFeeds } from '../../dist/inspector/server.js';
import { FRAME_RATE, hostCrowd } from './inspector/crowd.mjs';
import { median, report } from './measure.mjs';

const MINUTES = Number(process.env.MINUTES ?? 10);
const FRAMES = MINUTES * 60 * FRAME_RATE;
const DELAY_MS_MAX = 5;
const GROWTH_MIB_MAX = 32;

const MIB = 1024 * 1024;
const times = { observed: [], slice: [] };

/** The lesser of real time and this process's CPU time: a neighbour adds to the one, our own threads to the other. */
function timed(list, run) {
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(cpu);
  list.push(Math.min(performance.now() - startMs, (user + system) / 1000));
}

/** The session, with a clock on what the feed does within its frames. */
function withClock(host) {
  const clocked = (observer) =>
    Object.fromEntries(
      Object.entries(observer).map(([name, call]) => [
        name,
        (...args) => timed(times.observed, () => call(...args)),
      ]),
    );
  return {
    observe: (observer) => host.observe(clocked(observer)),
    get log() {
      return host.log;
    },
    get isOver() {
      return host.isOver;
    },
    get frameNumber() {
      return host.frameNumber;
    },
  };
}

/** Slices are due after the next frame. */
let due;
const slices = {
  now: () => performance.now(),
  after(_ms, run) {
    due = run;
    return () => {
      due = undefined;
    };
  },
};

async function openPage(url, isStuck) {
  const page = new Worker(new URL('./inspector/page.mjs', import.meta.url), {
    workerData: { url: `${url.replace('http', 'ws')}feeds/0/live`, isStuck },
  });
  await once(page, 'message');
  return page;
}

async function countsOf(page) {
  page.postMessage('counts');
  return (await once(page, 'message'))[0];
}

function heapMib() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

async function runFrames(crowd, frames) {
  const frameTimes = [];
  for (let frame = 0; frame < frames; frame++) {
    timed(frameTimes, () => crowd.frame());
    const slice = due;
    due = undefined;
    if (slice) timed(times.slice, slice);
    // Sockets get their turn.
    if (frame % 4 === 0) await turn();
  }
  return frameTimes;
}

const crowd = await hostCrowd();
const server = await serveFeeds([createFeed(withClock(crowd.host), { slices })]);
const alone = await runFrames(crowd, 60 * FRAME_RATE);
const pages = [await openPage(server.url, false), await openPage(server.url, true)];
// Queues and buffers are full after a minute; they must not grow beyond.
await runFrames(crowd, 60 * FRAME_RATE);
const heapBefore = heapMib();
times.observed.length = 0;
times.slice.length = 0;
const watched = await runFrames(crowd, FRAMES);
const heapAfter = heapMib();
const told = await countsOf(pages[0]);

const longest = (list) => list.reduce((most, ms) => Math.max(most, ms), 0);
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
// What is beyond a thousandth is the collector's and the machine's.
report({
  name: 'calls within a frame, 99.9 %',
  value: at(times.observed, 0.999),
  limit: DELAY_MS_MAX,
  unit: 'ms',
});
report({ name: 'longest call within a frame', value: longest(times.observed), unit: 'ms' });
report({
  name: 'slices between frames, 99.9 %',
  value: at(times.slice, 0.999),
  limit: DELAY_MS_MAX,
  unit: 'ms',
});
report({ name: 'longest slice between frames', value: longest(times.slice), unit: 'ms' });
report({ name: 'median slice', value: median(times.slice), unit: 'ms' });
report({ name: 'median frame, nobody looks', value: median(alone), unit: 'ms' });
report({ name: 'median frame, two pages look', value: median(watched), unit: 'ms' });
report({
  name: `heap growth over ${MINUTES} min`,
  value: heapAfter - heapBefore,
  limit: GROWTH_MIB_MAX,
  unit: 'MiB',
});
report({ name: 'entries a page was told', value: told.entries, unit: '' });
report({ name: 'gaps of that page', value: told.gaps, limit: 0, unit: '' });
report({ name: 'told', value: told.bytes / MIB, unit: 'MiB' });

await Promise.all(pages.map((page) => page.terminate()));
await server.close();
await crowd.host.close();
