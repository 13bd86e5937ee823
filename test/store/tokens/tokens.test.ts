import { randomBytes } from 'node:crypto';
import { errors } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { main } from '../../../src/access/tokens/commandLine.js';
import type { Caller } from '../../../src/access/tokens/token.js';
import { createFindTokens } from '../../../src/access/tokens/verify.js';
import { LastUses } from '../../../src/access/tokens/lastUses.js';
import { hashToken, tokenId } from '../../../src/access/tokens/token.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { createTokenLookups, createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { createTestClient } from '../../support/api.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { eventually } from '../../support/patience.js';
import { runMain } from '../../support/program.js';

const prefix = `test-tokens-${randomBytes(4).toString('hex')}`;
const client = createTestClient();
const store = new TokenStore(client, prefix);
/** As those of two API processes, which share only Elasticsearch. */
const verifiers = [1, 2].map(() => {
  const find = createTokenLookups(createFindTokens(client, prefix), 10_000);
  return createTokenVerifier({ find, devTokens: false });
});
afterAll(async () => {
  const index = ['tokens', 'token-names', 'token-uses'].map((name) => `${prefix}-${name}`);
  await client.indices.delete({ index, ignore_unavailable: true });
  await client.close();
});

const callersOf = (token = ''): Promise<(Caller | undefined)[]> =>
  Promise.all(verifiers.map(async (verify) => verify(token)));
const isRejected = async (token: string): Promise<boolean> =>
  (await callersOf(token)).every((caller) => caller === undefined);

/** A token that no command has made: from a backup, or of another version. */
async function storeByHand(name: string): Promise<string> {
  const hash = hashToken(name);
  const document = { id: tokenId(hash), name, scope: 'public', created_at: new Date() };
  await client.index({ index: `${prefix}-tokens`, id: hash, document, refresh: true });
  return document.id;
}

beforeAll(async () => {
  await store.create({ name: 'the first', scope: 'public' });
});

test('before the first token is made, every token is unknown', async () => {
  const none = `${prefix}-none`;
  expect(await new TokenStore(client, none).list()).toEqual([]);
  const find = createTokenLookups(createFindTokens(client, none), 10_000);
  const verify = createTokenVerifier({ find, devTokens: false });
  expect(await verify(`geo_${'0'.repeat(64)}`)).toBeUndefined();
});

test('a token works at once on every process, and only its SHA-256 is stored', async () => {
  const kind = { name: 'widget', scope: 'public' } as const;
  const { token, id } = await store.create({
    ...kind,
    requests_per_second: 9,
    origins: ['https://a.example'],
  });
  const caller = { ...kind, requestsPerSecond: 9, id, origins: ['https://a.example'] };
  expect(await callersOf(token)).toEqual([caller, caller]);
  const { hits } = await client.search({ index: `${prefix}-tokens`, size: 1_000 });
  const everything = JSON.stringify(hits);
  expect(everything).toContain(hashToken(token));
  expect(everything).not.toContain(token.slice('geo_'.length));
});

test('a revoked token is rejected by every process', async () => {
  const { token, id } = await store.create({ name: 'revoked', scope: 'public' });
  expect(await isRejected(token)).toBe(false);
  expect(await store.revoke(id)).toMatchObject({ id, name: 'revoked' });
  await eventually('it is rejected', () => isRejected(token));
});

describe('a name', () => {
  test('belongs to one valid token, although several are created at the same time', async () => {
    const making = Array.from({ length: 6 }, () =>
      new TokenStore(client, prefix).create({ name: 'once', scope: 'public' }),
    );
    const outcomes = await Promise.allSettled(making);
    const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(made).toHaveLength(1);
    const named = (await store.list()).filter(({ name }) => name === 'once');
    expect(named.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    const again = store.create({ name: 'once', scope: 'public' });
    await expect(again).rejects.toThrow(`The token ${made[0]?.id ?? ''} is called once already.`);
    await store.revoke('once');
    expect(await store.create({ name: 'once', scope: 'public' })).toMatchObject({ name: 'once' });
  });

  test('of a token from a backup counts, too', async () => {
    await storeByHand('old');
    const again = store.create({ name: 'old', scope: 'public' });
    await expect(again).rejects.toThrow(/is called old already/);
    const rotated = await store.rotate('old', { keepHours: 1 });
    expect(rotated?.made).toMatchObject({ name: 'old', scope: 'public' });
    expect(rotated?.made).not.toHaveProperty('expires_at');
  });
});

describe('rotation', () => {
  const DAY_MS = 86_400_000;

  test('makes a new token of the same kind, and lets the old one end', async () => {
    const kind = { name: 'turned', scope: 'public' } as const;
    const expires_at = new Date(Date.now() + DAY_MS).toISOString();
    const old = await store.create({
      ...kind,
      requests_per_second: 9,
      expires_at,
      origins: ['https://a.example'],
    });
    const { made } = (await store.rotate(old.id, { keepHours: 0 })) ?? {};
    expect(made).toMatchObject({ name: 'turned', requests_per_second: 9, origins: ['https://a.example'] }); // prettier-ignore
    expect(Date.parse(made?.expires_at ?? '') - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(await callersOf(made?.token)).toEqual(
      [1, 2].map(() => expect.objectContaining({ ...kind, requestsPerSecond: 9 })),
    );
    expect(await isRejected(old.token)).toBe(true);
    expect(await store.get(old.id)).toMatchObject({ replaced_by: made?.id });
  });

  test('is done once, although several are started at the same time', async () => {
    const { id } = await store.create({ name: 'twice', scope: 'public' });
    const rotations = [1, 2, 3].map(() =>
      new TokenStore(client, prefix).rotate(id, { keepHours: 1 }),
    );
    const outcomes = await Promise.allSettled(rotations);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.list()).filter(({ name }) => name === 'twice')).toHaveLength(2);
    await expect(store.revoke('twice')).rejects.toThrow(/Several tokens are called twice/);
  });

  test('never makes the old token live longer, and takes valid tokens only', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { id } = await store.create({ name: 'soon', scope: 'public', expires_at });
    const rotated = await store.rotate(id, { keepHours: 24 });
    expect(rotated?.old.expires_at).toBe(expires_at);
    await store.revoke(id);
    await expect(store.rotate(id, { keepHours: 1 })).rejects.toThrow(/is revoked/);
  });
});

describe('if an answer is lost', () => {
  const lost = new errors.ConnectionError('the answer was lost');
  /** Lets a request succeed, and loses its answer. */
  const lose = (part: string): void => {
    interceptOnce(client, ({ method, path }) => method !== 'GET' && path.includes(part), async (send) => {
      await send();
      throw lost;
    });
  }; // prettier-ignore

  test.each(['-tokens/_create/', '-token-names/'])(
    'of %s, the token is not made, and its name is free',
    async (part) => {
      const wanted = { name: `lost of ${part}`, scope: 'public' } as const;
      lose(part);
      await expect(store.create(wanted)).rejects.toBe(lost);
      expect(await store.get(wanted.name)).toBeUndefined();
      expect(await store.create(wanted)).toMatchObject({ name: wanted.name });
    },
  );

  test('and the token cannot be removed, the error says what to do', async () => {
    lose('-tokens/_create/');
    interceptOnce(client, ({ method }) => method === 'DELETE', () => Promise.reject(new Error('away'))); // prettier-ignore
    const making = store.create({ name: 'left', scope: 'public' });
    await expect(making).rejects.toThrow(/the answer was lost.*`revoke [0-9a-f]{16}`/);
    expect(await store.revoke('left')).toHaveProperty('revoked_at');
  });

  test('of the end of the old token, the new one is known all the same', async () => {
    const { id } = await store.create({ name: 'unsure', scope: 'public' });
    lose('-tokens/_update/');
    const { made, old, unsure } = (await store.rotate(id, { keepHours: 1 })) ?? {};
    expect(unsure).toBe(lost);
    expect((await callersOf(made?.token)).map((caller) => caller?.id)).toEqual([made?.id, made?.id]); // prettier-ignore
    expect(await store.get(id)).toEqual(old);
  });
});

describe('the last use of a token', () => {
  const HOUR_MS = 3_600_000;
  const callerOf = (id: string): Caller => ({ id, name: id, scope: 'public' });
  const isBulk = ({ path }: { path: string }): boolean => path.endsWith('_bulk');
  const stored = async (): Promise<Record<string, string>> => {
    await client.indices.refresh({ index: `${prefix}-token-uses` });
    return Object.fromEntries(await store.lastUses());
  };
  const thisHour = (): string => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();

  test('is written once an hour, for all tokens in one request, and not of development tokens', async () => {
    const bulk = jest.spyOn(client, 'bulk');
    const uses = new LastUses(client, prefix, jest.fn());
    const ids = ['00000000000000aa', '00000000000000bb'];
    const hour = thisHour();
    for (let count = 0; count < 3; count += 1) {
      for (const id of [...ids, 'dev-public']) uses.note(callerOf(id));
      await uses.write();
    }
    await uses.stop();
    const isNextHour = hour !== thisHour();
    if (!isNextHour) expect(bulk).toHaveBeenCalledTimes(1);
    bulk.mockRestore();
    const found = await stored();
    expect(Object.keys(found).filter((id) => id.startsWith('dev'))).toEqual([]);
    for (const id of ids) expect([hour, thisHour()]).toContain(found[id]);
  });

  test('does not create a lost index again', async () => {
    const elsewhere = `${prefix}-elsewhere`;
    const states: unknown[] = [];
    const uses = new LastUses(client, elsewhere, (...state) => states.push(state));
    uses.note(callerOf('00000000000000aa'));
    await uses.write();
    const message = `${elsewhere}-token-uses is missing. Create any token (\`npm run tokens\`).`;
    expect(states).toEqual([[false, new Error(message)]]);
    expect(await client.indices.exists({ index: `${elsewhere}-token-uses` })).toBe(false);
  });

  test('of several processes is the latest one', async () => {
    const onState = jest.fn();
    const id = '00000000000000cc';
    const now = jest.spyOn(Date, 'now');
    for (const hour of [500_000, 500_002, 500_002, 500_001]) {
      const uses = new LastUses(client, prefix, onState);
      now.mockReturnValue(hour * HOUR_MS + 1);
      uses.note(callerOf(id));
      await uses.write();
    }
    now.mockRestore();
    expect(onState.mock.calls).toEqual([[true], [true], [true], [true]]);
    expect((await stored())[id]).toBe(new Date(500_002 * HOUR_MS).toISOString());
  });

  test.each([
    ['the request fails', () => Promise.reject(new Error('away'))],
    ['the answer does not say that it was written', () => Promise.resolve({ items: [{}] })],
  ])('is written later if %s', async (_, answer) => {
    const states: boolean[] = [];
    const uses = new LastUses(client, prefix, (isWritten) => states.push(isWritten));
    const id = `0000000000000${randomBytes(2).toString('hex').slice(1)}`;
    uses.note(callerOf(id));
    interceptOnce(client, isBulk, answer);
    await uses.write();
    await uses.write();
    expect(states).toEqual([false, true]);
    expect(await stored()).toHaveProperty(id);
  });
});

describe('npm run tokens', () => {
  const tokens = (args: string[]) => runMain(main, args, { INDEX_PREFIX: prefix });
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await tokens([...args, '--json']);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  test('makes, lists and revokes', async () => {
    const options = ['--name', 'by hand', '--scope', 'public', '--expires-days', '3'];
    const made = await tokens(['create', ...options]);
    expect(made.code).toBe(0);
    const token = made.stdout.trim();
    expect(await isRejected(token)).toBe(false);
    expect(token).toMatch(/^geo_/);

    const listed = await tokens(['list']);
    const line = listed.stdout.split('\n').find((text) => text.includes('by hand')) ?? '';
    expect(line).toMatch(/public.*, last used never$/);
    const [id = ''] = line.split(' ');
    expect(listed.stderr).toContain(`by hand (${id}) expires in 2 days. Run \`rotate ${id}\``);

    expect((await tokens(['revoke', id])).code).toBe(0);
    expect((await tokens(['list'])).stdout).toMatch(new RegExp(`${id}.*revoked`));
  });

  test('prints JSON', async () => {
    const settings = ['--requests-per-second', '7', '--origins', 'https://a.example,http://b:8080'];
    const made = await json('create', '--name', 'json', '--scope', 'public', ...settings);
    const origins = ['https://a.example', 'http://b:8080'];
    const same = { name: 'json', scope: 'public', requests_per_second: 7, origins };
    expect(made).toMatchObject({ ...same, token: expect.stringMatching(/^geo_/) });
    const next = await json('rotate', 'json', '--keep-hours', '1');
    expect(next).toMatchObject({ ...same, replaces: { id: made.id, replaced_by: next.id } });
    const uses = new LastUses(client, prefix, jest.fn());
    uses.note({ id: String(made.id), name: 'json', scope: 'public' });
    await uses.stop();
    await client.indices.refresh({ index: `${prefix}-token-uses` });
    const shown = await json('show', String(made.id));
    expect(shown).toMatchObject({ ...same, state: 'valid', last_used_at: expect.stringMatching(/:00:00.000Z$/) }); // prettier-ignore
    expect(await json('list')).toContainEqual(
      expect.objectContaining({ id: next.id, state: 'valid' }),
    );
    expect(await json('revoke', String(next.id))).toMatchObject({ revoked_at: expect.any(String) });
  });

  test('prints any name on one line, without control characters', async () => {
    const id = await storeByHand('a\u001b[2Jb\n0000000000000000  internal\u009b\u202e');
    for (const how of [['list'], ['list', '--json'], ['revoke', id], ['revoke', `no\u001b[2J`]]) {
      const { stdout, stderr } = await tokens(how);
      const shown = stdout + stderr;
      expect(shown).toContain(how[1]?.startsWith('no') ? 'no\\u001b' : id);
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(shown).not.toMatch(/^0000000000000000/m);
    }
  });

  const create = (...options: string[]): string[] => ['create', '--name', 'x', ...options];
  test.each([
    [1, ['rotate', 'nobody'], /no token with the id nobody/],
    [2, ['make'], /unknown command/],
    [2, ['create', '--name', 'a\nb', '--scope', 'public'], /control/],
    [2, create('--scope', 'internal', '--origins', 'https://a.example'), /must not be in a page/],
    [2, create('--scope', 'all'), /public, internal/],
    [2, create('--scope', 'public', '--expires-days', '0'), /1 to 36500/],
  ])('exits with %d: %j', async (expected, args, message) => {
    const { code, stderr } = await tokens(args);
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringMatching(message) });
    expect(stderr).not.toMatch(/^\s+at /m);
  }); // prettier-ignore
});
