// A host and a client in one process, their frames driven by hand; then the host's log is replayed.
import * as dugout from 'dugout';
import { createHomeRunDerby, defaultRules, homeRunDerby as game } from 'dugout/home-run-derby';

const [wire, store] = [dugout.createLoopback(), dugout.createMemoryStore()];
const player = (name) => ({ version: '1.0', player: { name, batterId: 'rookie', cosmeticIds: [] } });
const common = { game, seed: 7, loop: 'manual' };
const ann = await dugout.createHost({ ...common, transport: wire.host, store, options: player('Ann') });
const bo = await dugout.joinSession({ ...common, transport: wire.connect(), options: player('Bo') });
bo.select((view) => view.phase).subscribe((phase) => console.log('Bo is in:', phase));

function play(fromMs, toMs) {
  for (let now = fromMs; now < toMs; now += 1000 / 60) for (const side of [ann, bo]) side.frame(now);
}
play(0, 100); // both say Hello
ann.command('startRun', null);
play(100, 1300); // a second until the run starts
console.log(bo.view.gate.sentence, '·', bo.send('ShopReady', {}).sentence);
for (const side of [ann, bo]) side.send('IntroDone', {});
play(1300, 1400);
console.log(bo.view.score);
await Promise.all([bo.close(), ann.close()]);

const log = await dugout.openLog(store, 'session');
console.log(ann.log.digest, dugout.verify({ log, game }).verdict);
const kinder = createHomeRunDerby({ ...defaultRules, pool: ({ players }) => 4 * players });
console.log(dugout.verify({ log, game: kinder }).firstDivergence.sentence);
