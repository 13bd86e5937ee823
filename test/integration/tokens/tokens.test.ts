import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken } from '../../../src/tokens/secret.js';
import { createTokenLookups } from '../../../src/tokens/lookups.js';
import { TokenStore } from '../../../src/tokens/store.js';
import { createTokenVerifier } from '../../../src/tokens/verify.js';
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
    const timeoutMs = 10_000;
    const find = createTokenLookups((hashes, ms) => own.find(hashes, ms), { timeoutMs });
    const verifyToken = createTokenVerifier({ find, devTokens: false });
    apps.push(await startApp({}, { verifyToken }));
  }
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await client.indices.delete({ index: `${prefix}-tokens`, ignore_unavailable: true });
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
    let accepted = revoked;
    while (performance.now() < revoked + 6_000) {
      const begun = performance.now();
      if ((await statuses(token)).includes(200)) accepted = begun;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(accepted - revoked).toBeLessThan(5_000);
    expect(await statuses(token)).toEqual([401, 401]);
  });

  test('that does not exist cannot be revoked', async () => {
    expect(await store.revoke('0000000000000000')).toBeUndefined();
  });
});

describe('npm run tokens', () => {
  interface Output {
    status: number | null;
    stdout: string;
    stderr: string;
  }
  const tokens = (arguments_: string[], env: Record<string, string> = {}): Output =>
    spawnSync(process.execPath, ['dist/src/tokens/main.js', ...arguments_], {
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

    expect(tokens(['revoke', id]).status).toBe(0);
    expect(tokens(['list']).stdout).toMatch(new RegExp(`${id}.*revoked`));
  });

  test.each([
    ['an unknown id', ['revoke', 'nobody'], /no token with the id nobody/],
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
