// The page: joins the host that served it, shows what the session shows, and lets the player bat.
import { joinSession } from 'dugout';
import { joinWebSocket } from 'dugout/transports/websocket';
import { Batter } from './batter.mjs';
import { game, SESSION_PATH, version } from './game.mjs';

const element = (id) => document.getElementById(id);
const seconds = () => performance.now() / 1000;

element('join').addEventListener('submit', (event) => {
  event.preventDefault();
  element('join').hidden = true;
  void play(element('name').value);
});

async function play(name) {
  const url = new URL(SESSION_PATH, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const session = await joinSession({
    game,
    transport: await joinWebSocket({ url: url.href }),
    options: { version, player: { name, batterId: 'rookie', cosmeticIds: [] } },
  });
  const batter = new Batter(session);
  const aim = [0, 0];

  session.view$.subscribe(show);
  element('ready').addEventListener('click', () => {
    session.send(session.view.gate?.kind === 'shop' ? 'ShopReady' : 'IntroDone', {});
  });
  element('swing').addEventListener('click', () => batter.swing(seconds()));
  addEventListener('keydown', (event) => {
    if (event.code === 'Space') batter.swing(seconds());
  });
  element('field').addEventListener('pointermove', ({ offsetX, offsetY, currentTarget }) => {
    aim[0] = (offsetX / currentTarget.clientWidth) * 2 - 1;
    aim[1] = 1 - (offsetY / currentTarget.clientHeight) * 2;
  });

  const draw = () => {
    if (!session.isOver) batter.frame(seconds(), aim);
    const ball = batter.ball(seconds());
    element('ball').hidden = ball === null;
    element('ball').style.left = `${(ball ?? 0) * 80}%`;
    element('swing').disabled = !batter.maySwing;
    // One's own bat follows the pointer; another's is what arrived, played back late and smooth.
    const [x, y] =
      session.view.turn?.batter === session.view.me ? aim : (session.shown('AtBatPose')?.aim ?? [0, 0]);
    element('bat').style.transform = `translate(${x * 20}px, ${-y * 20}px)`;
    if (!session.isOver) requestAnimationFrame(draw);
  };
  draw();
}

function show({ phase, me, roster, score, turn, gate, feed, lastRun, ending }) {
  element('phase').textContent = ending || gate?.sentence || phase;
  element('roster').replaceChildren(
    ...roster.map(({ id, name }) =>
      line(`${name}${id === me ? ' (you)' : ''}`, turn?.batter === id && 'batting'),
    ),
  );
  element('score').textContent =
    score === null ? '' : `${score.teamScore} of ${score.target} points, outs left: ${score.outsLeft}`;
  element('feed').replaceChildren(
    ...feed.map(({ headline, homeRun }) => line(headline, homeRun && 'homeRun')),
  );
  element('ready').disabled = !gate?.waitingFor.includes(me);
  element('result').textContent =
    lastRun === null ? '' : `The run is ${lastRun.outcome} with ${lastRun.teamScore} points.`;
}

function line(text, className) {
  const item = document.createElement('li');
  item.textContent = text;
  if (className) item.className = className;
  return item;
}
