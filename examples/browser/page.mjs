// The page: joins the host that served it, shows what the session shows, and lets the player bat.
import { joinSession } from 'dugout';
import { joinWebSocket } from 'dugout/transports/websocket';
import { Batter } from './batter.mjs';
import { game, SESSION_PATH, version } from './game.mjs';

const element = (id) => document.getElementById(id);
const seconds = () => performance.now() / 1000;

const SENTENCES = {
  connecting: 'Asking the host to let you in …',
  hello: 'Asking the host to let you in …',
  lobby: 'You are in. The run starts when enough players have joined.',
  inning: 'The next batter comes to the plate.',
  roundEnd: 'The inning is over.',
};

element('join').addEventListener('submit', (event) => {
  event.preventDefault();
  element('join').hidden = true;
  play(element('name').value).catch((error) => {
    element('phase').textContent = error.message;
  });
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
    if (event.code !== 'Space') return;
    // Else it scrolls the page, or presses the button that has the focus too.
    event.preventDefault();
    if (!event.repeat) batter.swing(seconds());
  });
  element('field').addEventListener('pointermove', ({ offsetX, offsetY, currentTarget }) => {
    aim[0] = (offsetX / currentTarget.clientWidth) * 2 - 1;
    aim[1] = 1 - (offsetY / currentTarget.clientHeight) * 2;
  });

  const draw = () => {
    element('play').hidden = session.isOver;
    element('again').hidden = !session.isOver;
    if (session.isOver) return;
    batter.frame(seconds(), aim);
    const ball = batter.ball(seconds());
    element('ball').hidden = ball === null;
    element('ball').style.left = `${(ball ?? 0) * 80}%`;
    element('swing').disabled = !batter.maySwing;
    // One's own bat follows the pointer; another's is what arrived, played back late and smooth.
    const [x, y] =
      session.view.turn?.batter === session.view.me ? aim : (session.shown('AtBatPose')?.aim ?? [0, 0]);
    element('bat').style.transform = `translate(${x * 20}px, ${-y * 20}px)`;
    requestAnimationFrame(draw);
  };
  draw();
}

function show(view) {
  const { me, roster, score, turn, gate, feed, lastRun } = view;
  element('phase').textContent = sentence(view);
  element('roster').replaceChildren(
    ...roster.map(({ id, name }) =>
      line(`${name}${id === me ? ' (you)' : ''}`, turn?.batter === id && 'batting'),
    ),
  );
  element('score').textContent = score?.target
    ? `${score.teamScore} of ${score.target} points, outs left: ${score.outsLeft}`
    : '';
  element('feed').replaceChildren(
    ...feed.map(({ headline, homeRun }) => line(headline, homeRun && 'homeRun')),
  );
  element('ready').disabled = !gate?.waitingFor.includes(me);
  element('result').textContent =
    lastRun === null ? '' : `The run is ${lastRun.outcome} with ${lastRun.teamScore} points.`;
}

/** What is going on, for somebody who plays this for the first time. */
function sentence({ phase, me, roster, turn, gate, ending }) {
  // A browser does not tell a host that is not there from one that turns this page's origin away.
  if (phase === 'lost' && roster.length === 0)
    return `No session: no host runs there, or it turns pages of ${location.origin} away.`;
  if (ending) return ending;
  if (gate) return gate.waitingFor.includes(me) ? `${gate.sentence}. Press Ready.` : gate.sentence;
  if (turn !== null && turn.batter === me) return 'You bat. Swing when the ball is at the plate.';
  if (turn !== null) return `${roster.find(({ id }) => id === turn.batter)?.name ?? 'Somebody'} bats.`;
  return SENTENCES[phase] ?? phase;
}

function line(text, className) {
  const item = document.createElement('li');
  item.textContent = text;
  if (className) item.className = className;
  return item;
}
