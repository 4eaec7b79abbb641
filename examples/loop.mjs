// The Home Run Derby in a game's own loop: input, session.frame(now), draw. The loop owns the time; no timer is the session's.
// Two players at one screen here, each with a session; bots hold the bats, and time runs as fast as it can.
import { createHost, createLoopback, joinSession } from 'dugout';
import { createHomeRunDerby, defaultRules } from 'dugout/home-run-derby';
import { createDerbyBot } from 'dugout/testing';

const game = createHomeRunDerby({ ...defaultRules, innings: 1 });
const wire = createLoopback();
const seat = (name) => ({ version: '1.0', player: { name, batterId: 'rookie', cosmeticIds: [] } });
const common = { game, loop: 'manual', seed: 11 };
const ann = await createHost({ ...common, transport: wire.host, options: seat('Ann') });
const bo = await joinSession({ ...common, transport: wire.connect(), options: seat('Bo') });
const players = [ann, bo].map((session, seed) => ({ session, bot: createDerbyBot(session, { seed }) }));

let drawn; // what was drawn last: the view stays the same object while nothing changed
let posesDrawn = 0;

function draw({ view, shown }) {
  if (shown('AtBatPose') !== undefined) posesDrawn++; // the bat of the player being watched, late and smooth
  if (view === drawn) return;
  if (view.phase !== drawn?.phase) console.log(`— ${view.phase}`);
  const play = view.feed.at(-1);
  if (play !== undefined && play !== drawn?.feed.at(-1)) console.log(`${play.headline} (${play.teamScore})`);
  drawn = view;
}

/** One pass of the game's loop. */
function gameFrame(nowMs) {
  for (const { session, bot } of players) {
    session.frame(nowMs); // what came in, what is due, what leaves
    bot.frame(); // the player's input: session.send(…)
  }
  draw({ view: ann.view, shown: (name) => ann.shown(name) });
}

for (let nowMs = 0; ann.view.lastRun === null; nowMs += 1000 / 60) {
  gameFrame(nowMs);
  if (ann.view.phase === 'lobby' && ann.view.roster.length === 2) ann.command('startRun', null);
  await new Promise(setImmediate); // the rest of the program gets its turn, as between two pictures
}
console.log(`${ann.view.lastRun.outcome}; ${posesDrawn > 0 ? 'the bat was seen' : 'no bat was seen'}`);
await Promise.all([bo.close(), ann.close()]);
