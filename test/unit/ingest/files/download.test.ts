import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type RequestListener, type Server } from 'node:http'; // prettier-ignore
import { createServer as createHttps, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { UsageError } from '../../../../core/cli/failure.js';
import { shownAddress } from '../../../../ingest/files/address.js';
import { download, isPrivate } from '../../../../ingest/files/download.js';
import { sourcesOf } from '../../../../ingest/files/dataFile.js';
import { locationOf } from '../../../../ingest/files/openFile.js';
import { openPlaces } from '../../../../ingest/places/sources.js';
import { readSources } from '../../../../ingest/runs/sources.js';
import { emptyFolder, testFolder } from '../../../support/folder.js';
import { readPlaces } from '../../../support/placeFiles.js';

const folder = emptyFolder();
const keys = testFolder();
const rules = { folder: join(folder.path, 'downloads'), maxMegabytes: 1, allowPrivate: true };

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

let requests: IncomingMessage[] = [];
beforeEach(() => {
  requests = [];
});

const CSV = 'id,name,lat,lon\n1,A,1,1\n';
const answer: RequestListener = (request, response) => {
  requests.push(request);
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://x');
  if (path === '/to') response.writeHead(302, { Location: searchParams.get('to') ?? '' }).end();
  else if (path === '/large') response.end(Buffer.alloc(1024 ** 2 + 1));
  else if (path === '/said') response.writeHead(200, { 'Content-Length': 2 * 1024 ** 2 }).end();
  else if (path === '/cut') response.writeHead(200, { 'Content-Length': 9 }).write('id', () => response.destroy());
  else if (path === '/slow') response.write('id');
  else if (path === '/echo.csv') echo(request, response);
  else if (path === '/gone') response.writeHead(404).end();
  else if (path === '/failing') response.writeHead(500).end();
  else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
  else response.writeHead(200, { ETag: '"1"', 'Last-Modified': 'Thu, 26 Nov 2026 10:00:00 GMT' }).end(CSV);
}; // prettier-ignore

/** Answers with the path and query string, which are the ETag, too. */
const echo: RequestListener = ({ url = '', headers }, response) => {
  const isSame = headers['if-none-match'] === JSON.stringify(url);
  response.writeHead(isSame ? 304 : 200, { ETag: JSON.stringify(url) }).end(isSame ? '' : url);
};

async function listening(server: Server, scheme: string): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const plain = await listening(createHttp(answer), 'http');

async function secure(): Promise<string> {
  const [key, cert] = [join(keys.path, 'key.pem'), join(keys.path, 'cert.pem')];
  const made = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1';
  execFileSync('openssl', ['req', ...made.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const [own, ca] = [key, cert].map((file) => readFileSync(file));
  Object.assign(globalAgent.options, { ca });
  return await listening(createHttps({ key: own, cert: ca }, answer), 'https');
} // prettier-ignore

const mapping = { format: 'csv', fields: { id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' } }; // prettier-ignore
const read = (file: string, given: object = rules) =>
  readSources(folder.write('sources.yaml', stringify({ places: { from: [{ file, mapping }] } })), {
    ...rules,
    ...given,
  });

test('a source by https is read, kept, and asked for again by ETag and time; messages have no credentials', async () => {
  const address = `${(await secure()).replace('//', '//me:secret@')}/towns.csv?sig=abc&layer=1`;
  const shown = shownAddress(address);
  expect(shown).toMatch(/^https:\/\/127.*\/towns\.csv\?sig=…&layer=1$/);
  const notes: string[] = [];
  for (let reading = 0; reading < 2; reading += 1) {
    const { places: { from } = {} } = await read(address, { note: (text: string) => notes.push(text) });
    const source = await openPlaces(from, () => { throw new Error('none'); });
    const { places, complaints } = await readPlaces(source);
    expect([places.map(({ id }) => id), complaints]).toEqual([['1'], []]);
    expect(await sourcesOf(source)).toMatchObject([{ name: shown, bytes: CSV.length }]);
  }
  expect(notes).toEqual([`downloaded: ${shown}`, `unchanged since the last download: ${shown}`]);
  expect(requests.map(({ headers }) => [headers.authorization, headers['if-none-match'], headers['if-modified-since']])).toEqual([
    [`Basic ${btoa('me:secret')}`, undefined, undefined],
    [`Basic ${btoa('me:secret')}`, '"1"', 'Thu, 26 Nov 2026 10:00:00 GMT'],
  ]);
}); // prettier-ignore

test.each<[string, RegExp, boolean, object?]>([
  ['/large', /cannot be downloaded: it has more than 1 MB; SOURCES_MAX_MEGABYTES allows more\./, false],
  ['/said', /it has more than 1 MB/, false],
  ['/cut', /cannot be downloaded: aborted\. Try again later, or download it and name the file\.$/, false],
  ['/slow', /it takes too long/, false, { timeoutMs: 200 }],
  ['/gone', /the server answers 404\. Check the address\.$/, true],
  ['/failing', /the server answers 500\. Try again later/, false],
  ['/to?to=/to?to=/to', /more than 5 redirections/, false],
  ['/to?to=ftp://127.0.0.1/x', /ftp:\/\/127\.0\.0\.1 is not an https address/, true],
])('a download that fails leaves nothing, and names the address: %s', async (path, reason, isUsage, more = {}) => {
  const error = await download(`${plain.replace('//', '//me:secret@')}${path}`, { ...rules, ...more }).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(reason);
  expect(String(error)).toContain(`${plain}${path} cannot be downloaded: `);
  expect(String(error)).not.toContain('secret');
  expect(error instanceof UsageError).toBe(isUsage);
  const left = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
}); // prettier-ignore

test('addresses that differ in a secret only are two files; what is shown hides secrets only', async () => {
  const notes: string[] = [];
  const given = { ...rules, note: (text: string) => notes.push(text) };
  const [a, b] = ['A', 'B'].map((key) => `${plain}/echo.csv?author=me&apiKey=${key}#x`) as [string, string];
  for (const address of [a, b, a]) await download(address, given);
  expect(new Set([a, b].map((address) => shownAddress(address)))).toEqual(
    new Set([`${plain}/echo.csv?author=me&apiKey=…#x`, `${plain}/echo.csv?author=me&apiKey=… (2)#x`]),
  );
  const contents = [a, b].map((address) => readFileSync(locationOf(shownAddress(address)).path, 'utf8'));
  expect(contents.map((content) => content.split('\n')[0])).toEqual(['/echo.csv?author=me&apiKey=A', '/echo.csv?author=me&apiKey=B']);
  expect(notes[2]).toContain('unchanged');
  expect(notes.join('\n')).not.toMatch(/apiKey=[AB]/);
}); // prettier-ignore

test.each([
  'X-Amz-Signature',
  'AWSAccessKeyId',
  'sig',
  'access_token',
  'pwd',
  'key2',
  'licensekey',
])('the value of %s is not shown', (name) => {
  expect(shownAddress(`https://h/x?${name}=secret&design=a`)).toBe(
    `https://h/x?${name}=…&design=a`,
  );
});

test('a file may be called .validators.json, and an entry must be percent-encoded', async () => {
  await download(`${plain}/.validators.json`, rules);
  await download(`${plain}/.validators.json`, rules);
  expect(readFileSync(locationOf(`${plain}/.validators.json`).path, 'utf8')).toBe(CSV);
  await expect(read('https://h/a.zip#%')).rejects.toThrow('write a % in its name as %25');
});

test('redirections are followed, without the password at another origin', async () => {
  const other = await listening(createHttp(answer), 'http');
  const to = encodeURIComponent(`${other}/towns.csv`);
  await download(`${plain.replace('//', '//me:secret@')}/to?to=${to}`, rules);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Basic ${btoa('me:secret')}`, undefined]); // prettier-ignore
});

const PRIVATE = 'SOURCES_ALLOW_PRIVATE_ADDRESSES=true allows';
test.each([
  ['https://127.0.0.1:1/x', `127.0.0.1 is the private address 127.0.0.1; ${PRIVATE} it`],
  ['https://0x7f.1/x', '127.0.0.1 is the private address 127.0.0.1'],
  ['https://[::1]:1/x', '::1 is the private address ::1'],
  ['https://localhost:1/x', /localhost is the private address (?:127\.0\.0\.1|::1)/],
  ['http://example.org/x', `http://example.org is not an https address; ${PRIVATE} http`],
])('%s is not asked', async (address, reason) => {
  const failing = download(address, { ...rules, allowPrivate: false });
  await expect(failing).rejects.toThrow(reason);
  await expect(failing).rejects.toThrow(UsageError);
});

test('addresses that are not of the public internet', () => {
  const isOf = (list: string) => list.split(' ').map(isPrivate);
  const found = isOf('10.1.2.3 127.9.9.9 169.254.169.254 172.31.0.1 192.168.1.1 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fd00::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1::'); // prettier-ignore
  expect(found).not.toContain(false);
  expect(isOf('93.184.215.14 172.32.0.1 2606:4700::1111')).not.toContain(true);
});

test.each([
  ['http://example.org/a.csv', 'is an http address: use https, or set SOURCES_ALLOW_PRIVATE_ADDRESSES=true'],
  ['s3://bucket/a.csv', 'is an address: download it, and name the file'],
])('%s in a sources file is a fault', async (file, fault) => {
  await expect(read(file, { allowPrivate: false })).rejects.toThrow(`- places.from[0].file: ${fault}`);
}); // prettier-ignore
