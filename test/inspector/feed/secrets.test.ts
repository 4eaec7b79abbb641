/** What is nobody else's business is not told: by name, at any depth, and in sentences. */
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../src/inspector/feed/secrets.js';

describe('secrets', () => {
  it.each([
    'token',
    'accessToken',
    'ACCESS_TOKEN',
    'authTicket',
    'tickets',
    'steam-auth-ticket',
    'hostAddress',
    'ip',
    'remoteIP',
    'IPAddress',
    'ipv4',
    'eMail',
    'emailAddress',
    'passwordHash',
    'apiKey',
    'joinCode',
    'clientSecret2',
  ])('withholds %s', (name) => {
    expect(new Secrets().isSecret(name)).toBe(true);
  });

  it.each([
    'name',
    'author',
    'zip',
    'ship',
    'tokenizer',
    'secretary',
    'key',
    'code',
    'ready',
    'clip',
    'playerId',
    'addressed',
    '',
  ])('tells %s', (name) => {
    expect(new Secrets().isSecret(name)).toBe(false);
  });

  it('takes names of the caller', () => {
    const secrets = new Secrets(['realName', 'shoe']);
    expect(secrets.isSecret('player_real_name')).toBe(true);
    expect(secrets.isSecret('shoeSize')).toBe(true);
    expect(secrets.isSecret('name')).toBe(false);
  });

  it('clears at any depth, whatever a secret holds', () => {
    const value = { players: [{ name: 'Ann', token: { deep: 1 }, tags: new Map([['a', { ip: '::1' }]]) }] };
    expect(new Secrets().clear(value)).toEqual({
      players: [{ name: 'Ann', token: '‹secret›', tags: { '‹Map›': [['a', { ip: '‹secret›' }]] } }],
    });
    expect(new Secrets().clear('hunter2', 'setPassword')).toBe('‹secret›');
  });

  it('masks addresses in any text of a value', () => {
    const ending = 'The host at 203.0.113.9:47410 is gone.';
    const error = new RangeError('bind 203.0.113.9');
    const told = JSON.stringify(new Secrets().fields({ ending, tries: [{ why: ending }], error }));
    expect(told).not.toContain('203');
    expect(told).toContain('The host at ‹address› is gone.');
  });

  it('looks into layouts', () => {
    const secrets = new Secrets();
    expect(secrets.hasSecret('Hello', 'name:string(64) extra:struct(authTicket:list(u8,255))')).toBe(true);
    expect(secrets.hasSecret('Login', 'name:string(64)')).toBe(false);
    expect(secrets.hasSecret('AuthToken', 'value:string(64)')).toBe(true);
  });

  it.each([
    ['Peer 10.0.0.7:7777 fell silent.', 'Peer ‹address› fell silent.'],
    ['From 192.168.1.20.', 'From ‹address›.'],
    ['From [2001:db8::1]:7777, then fe80::1%eth0.', 'From ‹address›, then ‹address›.'],
    ['From 2001:db8:0:0:0:0:0:1 again', 'From ‹address› again'],
    ['At 12:30:45 version 1.2.3 took 3:1.', 'At 12:30:45 version 1.2.3 took 3:1.'],
    [
      'None came about at wss://play.example:5000/x?token=abc: refused.',
      'None came about at ‹address›: refused.',
    ],
    ['::1 and ::ffff:10.0.0.1', '‹address› and ‹address›'],
  ])('masks addresses in %j', (sentence, expected) => {
    expect(new Secrets().sentence(sentence)).toBe(expected);
  });
});
