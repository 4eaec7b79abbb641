/** Play, pause, speed and steps; where the page looks, in words. */
import { clockTime } from '../../model/time.js';
import { unitsOf } from '../../model/units.js';
import {
  follow,
  goToEnd,
  goToStart,
  isFollowing,
  isLive,
  isPlaying,
  SPEEDS,
  speed,
  togglePlaying,
  unit,
  walk,
} from '../../playback.js';
import { look, reel } from '../../store.js';
import { isZoomed, zoom, zoomOut } from './stretch-shown.js';

const ZOOM_STEP = 1.6;

export function Controls() {
  return (
    <div class="controls" role="toolbar" aria-label="Playing">
      <Button label="To the start (Home)" onClick={goToStart}>
        |◀
      </Button>
      <Button label="Back by the unit (Shift ←)" onClick={() => walk(-1)}>
        ‹ Back
      </Button>
      <Button label={isPlaying.value ? 'Pause (Space)' : 'Play (Space)'} onClick={togglePlaying} main>
        {isPlaying.value ? '❚❚ Pause' : '▶ Play'}
      </Button>
      <Button label="On by the unit (Shift →)" onClick={() => walk(1)}>
        Next ›
      </Button>
      <Button label="To the end (End)" onClick={goToEnd}>
        ▶|
      </Button>
      <UnitSelect />
      <SpeedSelect />
      <Moment />
      {isLive.value && (
        <button
          type="button"
          aria-pressed={isFollowing.value}
          data-follow={isFollowing.value}
          onClick={follow}
        >
          {isFollowing.value ? '● Following' : '○ Follow the match'}
        </button>
      )}
      <span class="zoom">
        <Button label="Zoom out (−)" onClick={() => zoom(ZOOM_STEP, look.value.frame)}>
          −
        </Button>
        <Button label="Zoom in (+)" onClick={() => zoom(1 / ZOOM_STEP, look.value.frame)}>
          +
        </Button>
        <button
          type="button"
          aria-label="Whole match"
          title="Whole match"
          disabled={!isZoomed.value}
          onClick={zoomOut}
        >
          All
        </button>
      </span>
    </div>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: string;
  readonly main?: boolean;
}

function Button({ label, onClick, children, main = false }: ButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} class={main ? 'main' : ''} onClick={onClick}>
      {children}
    </button>
  );
}

function UnitSelect() {
  const shown = reel.value;
  if (shown === undefined) return null;
  return (
    <label>
      <select
        aria-label="Unit of a step"
        value={unit.value}
        onChange={({ currentTarget }) => {
          unit.value = currentTarget.value;
        }}
      >
        {unitsOf(shown).map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function SpeedSelect() {
  return (
    <label>
      <select
        aria-label="Speed"
        value={speed.value}
        onChange={({ currentTarget }) => {
          speed.value = Number(currentTarget.value);
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </label>
  );
}

function Moment() {
  const shown = reel.value;
  if (shown === undefined) return null;
  const { frame, step } = look.value;
  return (
    <output class="moment" data-frame={frame} data-step={step}>
      <b>{clockTime(shown.secondsOf(frame), 1)}</b> frame {frame} of {shown.lastFrame} · step {step + 1} of{' '}
      {shown.steps.length}
    </output>
  );
}
