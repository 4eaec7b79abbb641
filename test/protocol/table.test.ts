import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { messageTable, withMessageTable } from '../../src/protocol/table.js';

const pageFile = new URL('../../docs/protocol.md', import.meta.url);
const table = messageTable(homeRunDerbyProtocol.messages);

describe('the table of messages', () => {
  it('in docs/protocol.md is the one the declarations give (UPDATE_LOCK=1 rewrites it)', () => {
    const fresh = withMessageTable(readFileSync(pageFile, 'utf8'), table);
    if (process.env.UPDATE_LOCK === '1') writeFileSync(pageFile, fresh);
    expect(readFileSync(pageFile, 'utf8')).toBe(fresh);
  });

  it('has a row a message, with sizes, routing and limits', () => {
    const rows = table.split('\n');
    expect(rows).toHaveLength(2 + homeRunDerbyProtocol.messages.length);
    expect(rows).toContain(
      '| 41 | AtBatPose | either | everyone | yes | unreliable, newest counts | 41 | f32 t, vec2 aim, vec3 hands, vec3 direction, f32 twist |',
    );
    expect(rows).toContain('| 35 | ShopReady | either | host |  | reliable | 1 | (none) |');
    expect(table).toContain('bool madeContact; if true: f32 contactTime, ');
    expect(table).toContain('list of string cosmeticIds × ≤ 32');
  });

  it('replaces what lies between the markers, and refuses a page without them', () => {
    const page = 'a\n<!-- messages:begin -->\nold\n<!-- messages:end -->\nb\n';
    const fresh = withMessageTable(page, 'new');
    expect(fresh).toMatch(
      /^a\n<!-- messages:begin -->\n<!-- biome-ignore .*\nnew\n<!-- messages:end -->\nb\n$/,
    );
    expect(withMessageTable(fresh, 'new')).toBe(fresh);
    expect(() => withMessageTable('no markers', table)).toThrow('The page needs the lines');
  });
});
