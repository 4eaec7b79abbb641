/** Actors as the steps left them: an ended one's context stays for a while, not for as long as its session lives. */
import { describe, expect, it } from 'vitest';
import { ActorsSoFar } from '../../../src/inspector/feed/actors-so-far.js';

describe('the actors so far', () => {
  const step = (actor: string, event: string, points: number) => ({
    kind: 'transition' as const,
    cause: 0,
    actor,
    event,
    from: event === 'xstate.init' ? '' : 'open',
    to: 'open',
    changes: [['points', points]] as const,
  });

  it('that ended are remembered by their last context, the last five hundred of them', () => {
    const actors = new ActorsSoFar({});
    actors.see(step('table', 'xstate.init', -1), '');
    for (let index = 0; index < 600; index++) {
      actors.see(step(`turn ${index}`, 'xstate.init', 0), '');
      actors.see(step(`turn ${index}`, 'xstate.stop', index), '');
    }
    expect(actors.contextOf('turn 599')).toEqual({ points: 599 });
    expect(actors.contextOf('turn 100')).toEqual({ points: 100 });
    expect(actors.contextOf('turn 99')).toBeUndefined();
    expect(actors.lookup('turn 599')).toBeUndefined();
    expect(actors.contextOf('table')).toEqual({ points: -1 });
  });

  it('that end and start again under one name are one', () => {
    const actors = new ActorsSoFar({});
    for (let index = 0; index < 600; index++) {
      actors.see(step('turn', 'xstate.init', index), '');
      actors.see(step('turn', 'xstate.stop', index), '');
    }
    actors.see(step('turn', 'xstate.init', 7), '');
    for (let index = 0; index < 600; index++) actors.see(step(`other ${index}`, 'xstate.stop', index), '');
    expect(actors.lookup('turn')?.context).toEqual({ points: 7 });
  });
});
