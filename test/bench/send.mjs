/**
 * What recording costs a live session: the at-bat driven through the kernel, every batch encoded and digested, against the
 * same machine driven by a bare `actor.send`: same events and guards, same clock, same frames, no file.
 *
 * Bare events are decoded messages, and so are the kernel's: a session decodes once, on the way in, recording or not. The
 * figure with decoding is told beside, and what it costs to be observed: a note on each step.
 */
import { createActor } from 'xstate';
import { createAtBatMachine } from '../../dist/machines/at-bat.js';
import { homeRunDerby } from '../../dist/machines/home-run-derby.js';
import { defaultRules } from '../../dist/machines/rules.js';
import { FrameClock } from '../../dist/session/frame-clock.js';
import { Kernel } from '../../dist/session/kernel.js';
import { loadHashes } from '../../dist/store/hashes.js';
import { NameTable } from '../../dist/store/names.js';
import { interleave, ratio, report } from './measure.mjs';
import { pitchOf, resultOf, swingOf } from './messages.mjs';

const LIMIT = 1.25;
const BATTER = 1;
/** Whole plays in the ring of inputs, three messages each. */
const PLAYS = 16;

const { protocol } = homeRunDerby;
const machine = createAtBatMachine(defaultRules);
const input = { seed: 1, options: null, batter: BATTER, sender: BATTER, forwardTo: { except: BATTER } };
const hashes = await loadHashes();

const messages = Array.from({ length: PLAYS }, (_, n) => [
  ['AtBatPitch', pitchOf(n)],
  ['AtBatSwing', swingOf(n)],
  ['AtBatResult', resultOf(n)],
]).flat();
const rawInputs = messages.map(([name, value]) => ({
  kind: 'message',
  peer: BATTER,
  bytes: protocol.encode(name, value),
}));
const inputs = rawInputs.map((raw) => ({ ...raw, decoded: protocol.decode(raw.bytes).decoded }));
const eventOf = ({ peer, bytes, decoded }) => ({ type: decoded.name, peer, message: decoded.value, bytes });

/** One operation: a frame of `perFrame` events. */
function bare(perFrame) {
  const clock = new FrameClock(60);
  const actor = createActor(machine, { id: 'session', input, clock });
  let emitted = 0;
  let next = 0;
  actor.on('*', () => emitted++);
  actor.start();
  return () => {
    clock.advanceTo(clock.frame + 1);
    for (let n = 0; n < perFrame; n++, next++) actor.send(eventOf(inputs[next % inputs.length]));
    return emitted;
  };
}

function recorded(perFrame, source, notes = false) {
  const side = { root: machine, route: () => ['session'] };
  let last;
  const kernel = new Kernel({
    game: { ...homeRunDerby, host: side, refusals: {} },
    role: 'host',
    frameRate: 60,
    input,
    names: new NameTable(),
    hashes,
    digest: 0n,
    checkPlain: false,
    notes,
    onCommit: (batch, effects) => {
      last = [batch, effects];
    },
  });
  kernel.start();
  const batches = Array.from({ length: source.length }, (_, start) =>
    Array.from({ length: perFrame }, (_, n) => source[(start + n) % source.length]),
  );
  let next = 0;
  return () => {
    kernel.step(kernel.frame + 1, batches[next % batches.length]);
    next += perFrame;
    return last;
  };
}

for (const perFrame of [1, 4]) {
  const results = interleave(
    { bare: bare(perFrame), recorded: recorded(perFrame, inputs), decoded: recorded(perFrame, rawInputs) },
    { rounds: 201, iterations: 120 / perFrame, warmUpRounds: 40 },
  );
  const times = (variant) => ratio(results, variant, 'bare');
  const name = `${perFrame} event${perFrame > 1 ? 's' : ''} a frame`;
  report({ name: `${name}: recorded / bare send`, value: times('recorded'), limit: LIMIT, unit: 'times' });
  report({ name: `${name}: decoded and recorded / bare send`, value: times('decoded'), unit: 'times' });
  for (const [variant, { nsPerOp }] of Object.entries(results)) {
    report({ name: `${name}: ${variant}`, value: nsPerOp / perFrame / 1000, unit: 'µs CPU an event' });
  }
}

// By itself, for what is run in one process is compiled together.
const observed = interleave(
  { recorded: recorded(1, inputs), noted: recorded(1, inputs, true) },
  { rounds: 101, iterations: 120, warmUpRounds: 40 },
);
const value = ratio(observed, 'noted', 'recorded');
report({ name: '1 event a frame: recorded with notes / recorded', value, unit: 'times' });
