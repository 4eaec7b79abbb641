/** A link to a moment comes back as that moment; a wrong one is told in a sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentOfHash, momentToHash } from '../../../src/inspector/page/model/moment-link.js';
import { lookAtStep } from '../../../src/inspector/page/model/units.js';
import { TABS } from '../../../src/inspector/page/store.js';
import { longFeed, reelOf, runFeed } from '../feeds.js';

describe('a link to a moment', async () => {
  const run = reelOf(await runFeed());
  const long = reelOf(longFeed(100));

  it('comes back as the same moment', () => {
    const moments = fc.record({
      step: fc.integer({ min: -1, max: run.steps.length - 1 }),
      actor: fc.constantFrom(...run.actorIds),
      tab: fc.constantFrom(...TABS.map(({ id }) => id)),
    });
    fc.assert(
      fc.property(moments, ({ step, actor, tab }) => {
        const moment = { look: lookAtStep(run, step), actor, tab };
        expect(momentOfHash(momentToHash(moment), run)).toEqual({ ...moment, sentences: [] });
      }),
    );
  });

  it('may name less', () => {
    expect(momentOfHash('', long)).toEqual({ sentences: [] });
    expect(momentOfHash('#frame=51', long)).toEqual({ look: { frame: 51, step: 25 }, sentences: [] });
    expect(momentOfHash('#tab=compare', long)).toEqual({ tab: 'compare', sentences: [] });
  });

  it('says in a sentence what is wrong, and never throws', () => {
    expect(momentOfHash('#frame=9999', long).sentences).toEqual([
      "The link's frame is 9999, but this match goes from 0 to 198.",
    ]);
    expect(momentOfHash('#frame=50&step=77', long)).toMatchObject({ look: { frame: 50, step: 25 } });
    expect(momentOfHash('#frame=50&step=77', long).sentences).toHaveLength(1);
    expect(momentOfHash('#actor=nobody&tab=nowhere', long).sentences).toHaveLength(2);
    fc.assert(
      fc.property(fc.string(), (hash) => {
        const { look } = momentOfHash(`#frame=${hash}`, long);
        if (look) expect(look.frame).toBeLessThanOrEqual(198);
      }),
    );
  });
});
