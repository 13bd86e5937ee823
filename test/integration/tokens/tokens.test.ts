import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client, errors } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Caller } from '../../../src/access/tokens/caller.js';
import { hashToken, newToken, tokenId } from '../../../src/access/tokens/secret.js';
import { createTokenLookups } from '../../../src/access/tokens/lookups.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { UseCounter } from '../../../src/access/tokens/useCounter.js';
import { readUses } from '../../../src/access/tokens/uses.js';
import { createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { startApp, type StartedApp } from '../http/startApp.js';

const prefix = `test-tokens-${randomBytes(4).toString('hex')}`;
const node = process.env.ELASTICSEARCH_URL ?? '';
let client: Client;
let store: TokenStore;
/** Two API processes would share nothing but Elasticsearch; nor do these. */
const apps: StartedApp[] = [];

beforeAll(async () => {
  client = new Client({ node });
  store = new TokenStore(client, prefix);
  for (let count = 0; count < 2; count += 1) {
    const own = new TokenStore(client, prefix);
    const find = createTokenLookups((hashes, ms) => own.find(hashes, ms), 10_000);
    const verifyToken = createTokenVerifier({ find, devTokens: false });
    apps.push(await startApp({}, { verifyToken }));
  }
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  const index = ['tokens', 'token-names', 'token-uses'].map((name) => `${prefix}-${name}`);
  await client.indices.delete({ index, ignore_unavailable: true });
  await client.close();
});

async function statuses(token: string, path = '/test/echo?token=a'): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const answers = apps.map((app) => fetch(`${app.url}${path}`, { headers }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('before the first token is made there are none: 401, not a failure', async () => {
  expect(await store.list()).toEqual([]);
  expect(await statuses(`geo_${'0'.repeat(64)}`)).toEqual([401, 401]);
});

describe('a token', () => {
  test('works at once, everywhere, with its scope', async () => {
    const open = await store.create({ name: 'widget', scope: 'public' });
    const restricted = await store.create({ name: 'game', scope: 'internal' });
    expect(await statuses(open.token)).toEqual([200, 200]);
    expect(await statuses(restricted.token)).toEqual([200, 200]);
    expect(await statuses(open.token, '/places/findByIds')).toEqual([403, 403]);
    expect(await statuses(restricted.token, '/places/findByIds')).toEqual([404, 404]);
    expect(apps[0]?.lines.at(-1)).toMatchObject({ token: 'game', tokenId: restricted.id });
  });

  test('is stored only as its SHA-256', async () => {
    const { token, id } = await store.create({ name: 'secret', scope: 'public' });
    const { hits } = await client.search({ index: `${prefix}-tokens`, size: 1_000 });
    const everything = JSON.stringify(hits);
    expect(everything).toContain(hashToken(token));
    expect(everything).toContain(id);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(token.slice('geo_'.length));
  });

  test('that expired is refused', async () => {
    const expiresAt = new Date(Date.now() + 1_500);
    const { token } = await store.create({ name: 'short', scope: 'public', expiresAt });
    expect(await statuses(token)).toEqual([200, 200]);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await statuses(token)).toEqual([401, 401]);
  });

  test('that was revoked is refused within 5 s on every process, while it is in use', async () => {
    const { token, id } = await store.create({ name: 'revoked', scope: 'public' });
    expect(await statuses(token)).toEqual([200, 200]);
    expect(await store.revoke(id)).toMatchObject({ id, name: 'revoked' });
    const revoked = performance.now();
    for (let begun = revoked; (await statuses(token)).includes(200); begun = performance.now()) {
      expect(begun - revoked).toBeLessThan(5_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await statuses(token)).toEqual([401, 401]);
  });

  test('that does not exist cannot be revoked', async () => {
    expect(await store.revoke('0000000000000000')).toBeUndefined();
  });
});

describe('a name', () => {
  test('is that of one valid token, also when two take it at the same time', async () => {
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

  test('of a token that an earlier version made counts, too; and that token stays good', async () => {
    const token = newToken();
    const id = hashToken(token);
    const document = { id: tokenId(id), name: 'old', scope: 'public', created_at: new Date() };
    await client.index({ index: `${prefix}-tokens`, id, document, refresh: true });
    expect(await statuses(token)).toEqual([200, 200]);
    const again = store.create({ name: 'old', scope: 'public' });
    await expect(again).rejects.toThrow(/is called old already/);
    const rotated = await store.rotate('old', { keepHours: 1 });
    expect(rotated?.made).toMatchObject({ name: 'old', scope: 'public' });
    expect(rotated?.made).not.toHaveProperty('expires_at');
  });
});

describe('rotation', () => {
  const IN_A_DAY = 86_400_000;

  test('makes a new one of the same kind, and lets the old one end', async () => {
    const wanted = { name: 'turned', scope: 'public', requestsPerSecond: 9 } as const;
    const expiresAt = new Date(Date.now() + IN_A_DAY);
    const old = await store.create({ ...wanted, expiresAt, origins: ['https://a.example'] });
    const rotated = await store.rotate(old.id, { keepHours: 0.001 });
    if (rotated === undefined) throw new Error('it was not there');
    const { made } = rotated;
    expect(made).toMatchObject({ name: 'turned', requests_per_second: 9, origins: ['https://a.example'] }); // prettier-ignore
    expect(Date.parse(made.expires_at ?? '') - Date.now()).toBeGreaterThan(IN_A_DAY - 60_000);
    expect(await statuses(made.token)).toEqual([200, 200]);
    while ((await statuses(old.token)).includes(200))
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await statuses(old.token)).toEqual([401, 401]);
  });

  test('of two at the same time is done once', async () => {
    const { id } = await store.create({ name: 'twice', scope: 'public' });
    const rotations = [1, 2, 3].map(() =>
      new TokenStore(client, prefix).rotate(id, { keepHours: 1 }),
    );
    const outcomes = await Promise.allSettled(rotations);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    const named = (await store.list()).filter(({ name }) => name === 'twice');
    expect(named).toHaveLength(2);
    await expect(store.revoke('twice')).rejects.toThrow(/Several tokens are called twice/);
  });

  test('never makes the old one live longer', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { id } = await store.create({ name: 'soon', scope: 'public', expiresAt });
    const rotated = await store.rotate(id, { keepHours: 24 });
    expect(rotated?.old.expires_at).toBe(expiresAt.toISOString());
  });

  test('of one that is not good any more is refused', async () => {
    const { id } = await store.create({ name: 'over', scope: 'public' });
    await store.revoke(id);
    await expect(store.rotate(id, { keepHours: 1 })).rejects.toThrow(/is revoked/);
  });
});

describe('where an answer is lost', () => {
  const lost = new errors.ConnectionError('the answer was lost');
  /** The first request that is called so is done. */
  const lose = (part: string): void => {
    interceptOnce(client, ({ path }) => path.includes(part), async (send) => {
      await send();
      throw lost;
    });
  }; // prettier-ignore

  test.each(['-tokens/_create/', '-token-names/'])(
    'of %s, the token is not made, and its name can be given',
    async (part) => {
      const wanted = { name: `lost of ${part}`, scope: 'public' } as const;
      lose(part);
      await expect(store.create(wanted)).rejects.toBe(lost);
      expect(await store.get(wanted.name)).toBeUndefined();
      expect(await store.create(wanted)).toMatchObject({ name: wanted.name });
    },
  );

  test('and it cannot be cleared away, it is told what to do', async () => {
    lose('-tokens/_create/');
    interceptOnce(client, ({ method }) => method === 'DELETE', () => Promise.reject(new Error('away'))); // prettier-ignore
    const making = store.create({ name: 'left', scope: 'public' });
    await expect(making).rejects.toThrow(/the answer was lost.*`revoke [0-9a-f]{16}` ends it/);
    expect(await store.revoke('left')).toHaveProperty('revoked_at');
  });

  test('of the end of the old one, the new one is known all the same', async () => {
    const { id } = await store.create({ name: 'unsure', scope: 'public' });
    lose('-tokens/_update/');
    const { made, old, unsure } = (await store.rotate(id, { keepHours: 1 })) ?? {};
    expect(unsure).toBe(lost);
    expect(await statuses(made?.token ?? '')).toEqual([200, 200]);
    expect(await store.get(id)).toEqual(old);
  });
});

describe('the use of tokens', () => {
  const onState = jest.fn();
  const callerOf = (id: string): Caller => ({ id, name: id, scope: 'public' });
  const today = new Date().toISOString().slice(0, 10);
  const readAll = async () => {
    await client.indices.refresh({ index: `${prefix}-token-uses` });
    return readUses(client, prefix, 30);
  };

  test('is counted by every process for itself, and written as often as one likes', async () => {
    const counters = [1, 2].map(() => new UseCounter(client, prefix, { onState }));
    const [id, other] = ['00000000000000aa', '00000000000000bb'];
    for (let round = 1; round <= 3; round += 1) {
      for (const counter of counters) {
        for (let count = 0; count < 5; count += 1) counter.count(callerOf(id));
        counter.count(callerOf('dev-public'));
        await counter.write();
        await counter.write();
      }
    }
    counters[0]?.count(callerOf(other));
    await counters[0]?.stop();
    const uses = await readAll();
    expect(Object.fromEntries([...uses].map(([key, { byDay }]) => [key, byDay]))).toEqual({
      [id]: { [today]: 30 },
      [other]: { [today]: 1 },
    });
    expect(Date.now() - Date.parse(uses.get(id)?.lastUsedAt ?? '')).toBeLessThan(60_000);
    expect(onState).not.toHaveBeenCalled();
  });

  test('is written later where that fails, and that is told once', async () => {
    const counter = new UseCounter(client, prefix, { onState });
    const id = '00000000000000cc';
    counter.count(callerOf(id));
    const failing = new Error('away');
    for (let time = 0; time < 2; time += 1) {
      interceptOnce(client, ({ path }) => path.endsWith('_bulk'), () => Promise.reject(failing)); // prettier-ignore
      await counter.write();
      counter.count(callerOf(id));
    }
    expect(onState.mock.calls).toEqual([[false, failing]]);
    await counter.write();
    expect(onState.mock.calls.slice(1)).toEqual([[true, undefined]]);
    expect((await readAll()).get(id)?.byDay).toEqual({ [today]: 3 });
  });

  test('is written later where the answer does not tell that it was', async () => {
    const states: boolean[] = [];
    const counter = new UseCounter(client, prefix, {
      onState: (isWritten) => states.push(isWritten),
    });
    const id = '00000000000000ff';
    counter.count(callerOf(id));
    for (const answer of [{}, { items: [] }, { items: [{}] }]) {
      interceptOnce(client, ({ path }) => path.endsWith('_bulk'), () => Promise.resolve(answer)); // prettier-ignore
      await counter.write();
    }
    expect(states).toEqual([false]);
    await counter.write();
    expect(states).toEqual([false, true]);
    expect((await readAll()).get(id)?.byDay).toEqual({ [today]: 1 });
  });

  test('is kept apart by day, and forgotten after 400 days', async () => {
    const index = `${prefix}-token-uses`;
    const old = { token: '00000000000000dd', requests: 1, last_used_at: '2020-01-01T00:00:00Z' };
    await client.index({ index, document: { ...old, day: '2020-01-01' }, refresh: true });
    const counter = new UseCounter(client, prefix, { onState });
    const at = jest.spyOn(Date, 'now');
    const id = '00000000000000ee';
    const midnight = Math.floor(new Date().getTime() / 86_400_000) * 86_400_000;
    for (const now of [midnight - 2, midnight - 1, midnight]) {
      at.mockReturnValue(now);
      counter.count(callerOf(id));
    }
    at.mockRestore();
    await counter.write();
    const uses = await readAll();
    const yesterday = new Date(midnight - 1).toISOString().slice(0, 10);
    expect(uses.get(id)?.byDay).toEqual({ [yesterday]: 2, [today]: 1 });
    expect(uses.has(old.token)).toBe(false);
  });
});

describe('npm run tokens', () => {
  interface Output {
    status: number | null;
    stdout: string;
    stderr: string;
  }
  const tokens = (arguments_: string[], env: Record<string, string> = {}): Output =>
    spawnSync(process.execPath, ['dist/src/access/tokens/main.js', ...arguments_], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ELASTICSEARCH_URL: node, INDEX_PREFIX: prefix, ...env },
    });

  test('makes, lists and revokes', async () => {
    const made = tokens([
      'create',
      '--name',
      'by hand',
      '--scope',
      'public',
      '--expires-days',
      '3',
    ]);
    expect(made.status).toBe(0);
    const token = made.stdout.trim();
    expect(token).toMatch(/^geo_[0-9a-f]{64}$/);
    expect(await statuses(token)).toEqual([200, 200]);

    const [line = ''] = tokens(['list'])
      .stdout.split('\n')
      .filter((text) => text.includes('by hand'));
    expect(line).toContain('public');
    expect(line).not.toContain(token);
    const [id = ''] = line.split(' ');
    expect(tokens(['list']).stderr).toContain(
      `by hand (${id}) expires in 2 days: \`rotate ${id}\``,
    );

    expect(tokens(['revoke', id]).status).toBe(0);
    expect(tokens(['list']).stdout).toMatch(new RegExp(`${id}.*revoked`));
  });

  test('has JSON for programs', () => {
    const json = (...arguments_: string[]): Record<string, unknown> => {
      const { status, stdout, stderr } = tokens([...arguments_, '--json']);
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const settings = ['--requests-per-second', '7', '--origins', 'https://a.example,http://b:8080'];
    const made = json('create', '--name', 'json', '--scope', 'public', ...settings);
    const kept = {
      name: 'json',
      scope: 'public',
      requests_per_second: 7,
      origins: ['https://a.example', 'http://b:8080'],
    };
    expect(made).toMatchObject({ ...kept, token: expect.stringMatching(/^geo_/) });
    const next = json('rotate', 'json', '--keep-hours', '1');
    expect(next).toMatchObject({ ...kept, replaces: { id: made.id, replaced_by: next.id } });
    expect(next.token).not.toBe(made.token);
    expect(json('show', String(made.id))).toMatchObject({ ...kept, state: 'valid', requests: {} });
    expect(json('list')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: next.id, state: 'valid' })]),
    );
    expect(json('revoke', String(next.id))).toMatchObject({ revoked_at: expect.any(String) });
  });

  test('shows names of any kind as a line that no terminal obeys', async () => {
    const id = hashToken('with a name of an earlier version');
    const name = 'a\u001b[2Jb\n0000000000000000  internal\u009b\u202e';
    const document = { id: tokenId(id), name, scope: 'public', created_at: new Date() };
    await client.index({ index: `${prefix}-tokens`, id, document, refresh: true });
    for (const how of [['list'], ['list', '--json'], ['revoke', document.id]]) {
      const { status, stdout, stderr } = tokens(how);
      expect(status).toBe(0);
      const shown = stdout + stderr;
      expect(shown).toContain(document.id);
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(shown).not.toMatch(/^0000000000000000/m);
    }
    expect(tokens(['revoke', 'no\u001b[2J']).stderr).not.toContain('\u001b');
  });

  test.each([
    ['an unknown id', ['revoke', 'nobody'], /no token with the id nobody/],
    ['an unknown id to rotate', ['rotate', 'nobody'], /no token with the id nobody/],
    [
      'a name that would not be one line',
      ['create', '--name', 'a\nb', '--scope', 'public'],
      /control/,
    ],
    [
      'no origin',
      ['create', '--name', 'x', '--scope', 'public', '--origins', 'a.example'],
      /https:/,
    ],
    [
      'origins of an internal token',
      ['create', '--name', 'x', '--scope', 'internal', '--origins', 'https://a.example'],
      /must not be in a page/,
    ],
    ['no scope', ['create', '--name', 'x'], /--scope/],
    ['another scope', ['create', '--name', 'x', '--scope', 'all'], /public, internal/],
    [
      'no days',
      ['create', '--name', 'x', '--scope', 'public', '--expires-days', '0'],
      /1 to 36500/,
    ],
  ])('says what is wrong with %s', (_, arguments_, message) => {
    const { status, stderr } = tokens(arguments_);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('says so when Elasticsearch is away', () => {
    const { status, stderr } = tokens(['list'], { ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
    expect(status).toBe(1);
    expect(stderr).toContain('http://127.0.0.1:9');
    // In the words of the ingestion.
    expect(stderr).toMatch(/^Elasticsearch \(.*\) cannot be reached: start it \(`npm run elastic/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
