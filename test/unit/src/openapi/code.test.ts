import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { listen } from '../../../../src/server/server.js';
import { PROJECT } from '../../../support/docs.js';

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const { PROGRAMS } = (await import(join(PROJECT, 'src/openapi/page/code.js'))) as {
  PROGRAMS: Readonly<Record<string, (request: ShownRequest) => string>>;
};

/** Runs a program by what a visitor has. */
const RUNNERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: ['sh', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '--eval'],
  Python: ['python3', '-c'],
};

/** Notes what it received last. */
let received: unknown[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method, url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const { authorization, 'content-type': type } = headers;
    received = [method, pathname, [...searchParams], authorization, type, body];
    response.end('{"name":"Zürich"}');
  });
});
const address = await listen(server, 0, '127.0.0.1');
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const Authorization = 'Bearer dev-internal';
const json = { Authorization, 'Content-Type': 'application/json' };
const members = { id: `a'b"c\\d`, skin: 'true', season: 7, more: [true, false, null, 1.5, {}] };
const REQUESTS = [
  { method: 'GET', path: '/data', headers: { Authorization } },
  { method: 'GET', path: `/a?token=${encodeURIComponent(`d'Aoste "é" $HOME 東 😀 a+b&c=%`)}&lang=fr&limit=3`, headers: { Authorization } },
  { method: 'GET', path: `/a?country_ids=${Array(40).fill('FRA').join()}`, headers: { Authorization, 'If-None-Match': 'W/"a"' } },
  { method: 'POST', path: '/locate?lang=fr', headers: json, body: JSON.stringify([{ lat: -1e-7, lng: 2 }, members], null, 2) },
  { method: 'PUT', path: '/markers/update', headers: json, body: JSON.stringify(members) },
  { method: 'PUT', path: '/markers/remove', headers: json, body: `{ "not": 'JSON'` },
]; // prettier-ignore

/** Not every machine has Python. */
const isInstalled = (language: string): boolean =>
  spawnSync(RUNNERS[language]?.[0] ?? '', ['-c', '']).error === undefined;
const languages = Object.keys(PROGRAMS);

test('there is a runner for each language', () => {
  expect(Object.keys(RUNNERS)).toEqual(languages);
});

describe.each(languages.filter(isInstalled))('%s', (language) => {
  const [command = '', ...args] = RUNNERS[language] ?? [];

  test.each(REQUESTS)('$method $path is sent as it is shown', async ({ path, ...request }) => {
    const url = `${address}${path}`;
    const program = PROGRAMS[language]?.({ ...request, url }) ?? '';
    // Neither proxies nor settings of this machine.
    const env = { PATH: process.env.PATH, HOME: '/nonexistent', PYTHONUTF8: '1' };
    const run = promisify(execFile);
    const { method, headers, body } = request;
    const { stdout } = await run(command, [...args, program], { env });
    expect(stdout).toContain('Zürich');
    const { pathname, searchParams } = new URL(url);
    const [sentBy, at, query, token, type, sent] = received;
    expect([sentBy, at, query]).toEqual([method, pathname, [...searchParams]]);
    expect([token, type]).toEqual([
      headers.Authorization,
      'Content-Type' in headers ? headers['Content-Type'] : undefined,
    ]);
    expect(parsed(sent)).toEqual(parsed(body ?? ''));
  });
});

/** Blanks between the members of JSON do not count. */
function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return body;
  }
}

test('a long line is broken', () => {
  const url = `${address}/a?a=1`;
  const headers = { Authorization: `Bearer ${'a'.repeat(80)}`, Accept: 'a' };
  const { JavaScript, Python } = PROGRAMS;
  for (const program of [JavaScript, Python])
    expect(program?.({ method: 'GET', url, headers })).toMatch(/\{\n +"?Authorization"?: "Bearer a+",\n/); // prettier-ignore
});
