import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { messageTable } from '../../src/protocol/table.js';
import { dugout, dugoutEach, linesOf, objectOf, objectsOf } from './dugout.js';

interface Golden {
  readonly name: string;
  readonly value: unknown;
  readonly hex: string;
}

const pose = { t: 1.5, aim: [0.5, -0.5], hands: [1, 2, 3], direction: [0, 1, 0], twist: 0.25 };

describe('dugout message encode', () => {
  it('prints hex', async () => {
    const finished = await dugout(['message', 'encode', 'AtBatSwing', '{"pressTime":1.5}']);
    expect(finished).toEqual({ exitCode: 0, signal: null, stdout: '2b0000c03f\n', stderr: '' });
  });

  it('prints one object with --json', async () => {
    const object = objectOf(await dugout(['message', 'encode', 'AtBatSwing', '{"pressTime":1.5}', '--json']));
    expect(object).toEqual({ id: 43, name: 'AtBatSwing', bytes: 5, hex: '2b0000c03f' });
  });

  it('takes vectors as lists, and decode gives the value back', async () => {
    const { stdout } = await dugout(['message', 'encode', 'AtBatPose', JSON.stringify(pose)]);
    const object = objectOf(await dugout(['message', 'decode', stdout.trim(), '--json']));
    expect(object).toEqual({ id: 41, name: 'AtBatPose', value: pose });
  });

  it('takes one value a line', async () => {
    const stdin = '{"pressTime":1.5}\n\n{"pressTime":2}';
    const finished = await dugout(['message', 'encode', 'AtBatSwing', '-'], { stdin });
    expect(finished).toMatchObject({ exitCode: 0, stdout: '2b0000c03f\n2b00000040\n', stderr: '' });
  });

  it('takes one "NAME JSON" a line, does the others when one is bad, and numbers it', async () => {
    const stdin = 'Leave {}\nAtBatSwing {"pressTime"}\nNobody {}\nLeave\nAtBatSwing {"pressTime": 2}\n';
    const finished = await dugout(['message', 'encode', '-'], { stdin });
    expect(finished).toMatchObject({ exitCode: 2, stdout: '10\n2b00000040\n' });
    const [json, name, missing] = linesOf(finished.stderr);
    expect(json).toMatch(/^dugout: line 2: .*no JSON.* \(cli\/bad-json\)$/);
    expect(name).toMatch(/^dugout: line 3: .*Nobody.* \(wire\/unknown-message\)$/);
    expect(missing).toMatch(/^dugout: line 4: .* \(cli\/usage\)$/);
  });

  it('names the path of a wrong field', async () => {
    const value = JSON.stringify({ ...pose, hands: [1, 2, 'three'] });
    const finished = await dugout(['message', 'encode', 'AtBatPose', value, '--json']);
    expect(finished.exitCode).toBe(2);
    expect(objectOf(finished)).toMatchObject({ error: { code: 'wire/bad-value' } });
    expect(finished.stderr).toMatch(/^dugout: AtBatPose\.hands\[2\]: .* \(wire\/bad-value\)\n$/);
  });

  it('refuses what is no JSON, an unknown name and a missing value', async () => {
    const wrong = [
      { args: ['AtBatSwing', '{pressTime:1}'], code: 'cli/bad-json' },
      { args: ['AtBatSwng', '{}'], code: 'wire/unknown-message' },
      { args: ['AtBatSwing'], code: 'cli/usage' },
    ];
    const all = await dugoutEach(wrong.map(({ args }) => ['message', 'encode', ...args, '--json']));
    expect(all.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
    expect(all.map(objectOf)).toMatchObject(wrong.map(({ code }) => ({ error: { code } })));
    for (const { stderr } of all) expect(linesOf(stderr)).toHaveLength(1);
  });
});

describe('dugout message decode', () => {
  it('agrees with every golden message, in one stream', async () => {
    const golden = JSON.parse(
      readFileSync('test/golden/messages/home-run-derby.json', 'utf8'),
    ) as readonly Golden[];
    const stdin = golden.map(({ hex }) => hex).join('\n');
    const finished = await dugout(['message', 'decode', '-', '--json'], { stdin });
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    expect(golden.length).toBeGreaterThan(20);
    expect(objectsOf(finished).map(({ name }) => name)).toEqual(golden.map(({ name }) => name));

    // As text: reading it and writing it again would lose the zeros that are negative.
    const back = linesOf(finished.stdout).map((line) =>
      line.replace(/^\{"id":\d+,"name":"(\w+)","value":(.*)\}$/, '$1 $2'),
    );
    const encoded = await dugout(['message', 'encode', '-'], { stdin: back.join('\n') });
    expect(linesOf(encoded.stdout)).toEqual(golden.map(({ hex }) => hex.replaceAll(' ', '')));
  });

  it('takes upper case, groups and 0x', async () => {
    const forms = [['2B0000C03F'], ['2b 00 00 c0 3f'], ['0x2B', '0x00', '0x00', '0xC0', '0x3F']];
    for (const finished of await dugoutEach(forms.map((hex) => ['message', 'decode', ...hex]))) {
      expect(finished).toMatchObject({ exitCode: 0, stdout: '43 AtBatSwing {"pressTime":1.5}\n' });
    }
  });

  it('tells bytes that are no message as an error object, exit code 1', async () => {
    const codes = {
      '': 'wire/empty',
      ff: 'wire/unknown-id',
      '2b00': 'wire/too-short',
      '2b0000c03f00': 'wire/too-long',
    };
    const all = await dugoutEach(Object.keys(codes).map((hex) => ['message', 'decode', hex, '--json']));
    expect(all.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
    expect(all.map(objectOf)).toMatchObject(
      Object.values(codes).map((code) => ({ error: { code, message: expect.any(String) } })),
    );
    const short = all.map(objectOf)[2];
    expect(short).toMatchObject({ error: { name: 'AtBatSwing', field: 'pressTime', atByte: 1 } });
  });

  it('refuses what is no hexadecimal, exit code 2', async () => {
    const wrong = ['2g', '2b0', 'swing'].map((hex) => ['message', 'decode', hex, '--json']);
    for (const finished of await dugoutEach(wrong)) {
      expect(finished.exitCode).toBe(2);
      expect(objectOf(finished)).toMatchObject({ error: { code: 'cli/bad-hex' } });
    }
  });

  it('does the other lines when one is bad; the worst sets the exit code', async () => {
    const undecodable = await dugout(['message', 'decode', '-'], { stdin: '10\n2b00\n\n10' });
    expect(undecodable).toMatchObject({ exitCode: 1, stdout: '16 Leave {}\n16 Leave {}\n' });
    expect(undecodable.stderr).toMatch(/^dugout: line 2: .* \(wire\/too-short\)\n$/);

    const noHex = await dugout(['message', 'decode', '-', '--json'], { stdin: 'zz\n2b00\n10\n' });
    expect(noHex.exitCode).toBe(2);
    expect(objectsOf(noHex)).toMatchObject([
      { error: { code: 'cli/bad-hex', line: 1 } },
      { error: { code: 'wire/too-short', line: 2 } },
      { id: 16, name: 'Leave', value: {} },
    ]);
  });

  it('refuses a line without end', async () => {
    const finished = await dugout(['message', 'decode', '-'], { stdin: '0'.repeat(1_200_000) });
    expect(finished).toMatchObject({ exitCode: 2, stdout: '' });
    expect(finished.stderr).toContain('(cli/line-too-long)');
  });
});

describe('the examples of the help', () => {
  it.each(['encode', 'decode'])('of message %s print what they say', async (command) => {
    const { stdout } = await dugout(['message', command, '--help']);
    const [, line = '', printed] = /\$ dugout (.+?) {2,}prints (.+)/.exec(stdout) ?? [];
    const finished = await dugout(line.replaceAll("'", '').split(' '));
    expect(finished).toMatchObject({ exitCode: 0, stdout: `${printed}\n` });
  });
});

describe('dugout message table', () => {
  it('prints the table of the declarations', async () => {
    const finished = await dugout(['message', 'table']);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    expect(finished.stdout).toBe(`${messageTable(homeRunDerbyProtocol.messages)}\n`);
  });

  it('prints one object with --json', async () => {
    const object = objectOf(await dugout(['message', 'table', '--json']));
    expect(Object.keys(object)).toEqual(['protocol', 'schemaHash', 'messages']);
    const messages = object.messages as readonly Record<string, unknown>[];
    expect(messages.map(({ name }) => name)).toEqual(homeRunDerbyProtocol.messages.map(({ name }) => name));
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual([
      ...['bytesMax', 'bytesMin', 'delivery', 'from', 'id', 'layout', 'name', 'relay', 'superseded', 'to'],
    ]);
  });
});
