import { beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sendBytes } from '../../support/sendBytes.js';
import { PUBLIC, startApp, WRITE_PATH, written } from '../startApp.js';
import { untilEnd } from '../../support/each.js';
import { SEED } from '../../support/random.js';

const REQUESTS = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 400) / 2);
const DOCUMENTED = [200, 204, 400, 401, 403, 404, 405, 413, 415, 431];

const app = untilEnd(await startApp());
beforeEach(() => {
  written.length = 0;
});

const send = (bytes: string): Promise<string> => sendBytes(app.url, bytes, 'end');

/** Returns the statuses of answers; throws unless they are whole answers, one after the other. */
function statusesOf(answers: string): number[] {
  const statuses: number[] = [];
  let rest = answers.replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '');
  while (rest !== '') {
    const [head = '', status] = /^HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/.exec(rest) ?? [];
    if (head === '') throw new Error(`this is no answer: ${rest.slice(0, 200)}`);
    statuses.push(Number(status));
    const [, length] = /^content-length: (\d+)\r$/im.exec(head) ?? [];
    const isLast = length === undefined && /^connection: close\r$/im.test(head);
    const end = isLast ? rest.length : head.length + Number(length ?? 0);
    if (rest.length < end) throw new Error('an answer breaks off');
    rest = rest.slice(end);
  }
  return statuses;
}

const AUTHORIZED = 'Host: a\r\nAuthorization: Bearer internal-token\r\n';
const READ = `GET /test/echo?token=a HTTP/1.1\r\n${AUTHORIZED}\r\n`;
const put = (headers: string, body: string): string =>
  `PUT ${WRITE_PATH} HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\n${headers}\r\n${body}`;
const BODY = '{"id":"a"}';
const CHUNKED = `a\r\n${BODY}\r\n0\r\n\r\n`;

test.each([
  ['a length and chunks', put('Content-Length: 10\r\nTransfer-Encoding: chunked\r\n', CHUNKED)],
  ['two lengths', put('Content-Length: 10\r\nContent-Length: 0\r\n', BODY)],
  ['a blank before the colon', put('Content-Length : 10\r\n', BODY)],
  ['an unknown coding', put('Transfer-Encoding: xchunked\r\n', CHUNKED)],
  ['a lone line feed after a header', put('X: a\nContent-Length: 10\r\n', BODY)],
  ['a chunk longer than it says', put('Transfer-Encoding: chunked\r\n', `5\r\n${BODY}\r\n0\r\n\r\n`)],
  ['HTTP/1.9', `GET / HTTP/1.9\r\n${AUTHORIZED}\r\n`],
])('%s could be read in two ways: it is rejected, and what follows it is not read', async (_, bytes) => {
  const statuses = statusesOf(await send(`${bytes}${put('Content-Length: 10\r\n', BODY)}`));
  expect(statuses).toEqual([400]);
  expect(written).toEqual([]);
}); // prettier-ignore

test.each([
  ['chunks', put('Transfer-Encoding: chunked\r\n', CHUNKED), [200]],
  ['twenty after each other', READ.repeat(20), Array<number>(20).fill(200)],
  ['a rejected one between others', `${READ}GET /no HTTP/1.1\r\nHost: a\r\n\r\n${READ}`, [200, 404, 200]],
  ['garbage after it', `${READ}garbage\r\n\r\n${READ}`, [200]],
])('%s are answered one after the other', async (_, bytes, expected) => {
  // Garbage may be answered with 400, too, or not at all.
  const statuses = statusesOf(await send(bytes));
  expect(statuses.slice(0, expected.length)).toEqual(expected);
  expect(statuses.length - expected.length).toBeLessThanOrEqual(1);
}); // prettier-ignore

const piece = fc.oneof(
  fc.constantFrom('\r\n', '\n', '\0', '\xff', ':', ' ', 'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n', 'Upgrade: x\r\n', '0\r\n\r\n', 'CONNECT ', 'a'.repeat(70_000), 'X: a\r\n'.repeat(2_100)),
  fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 4 }),
); // prettier-ignore
const edit = fc.record({ at: fc.nat(400), removed: fc.nat(12), piece });
const original = fc.constantFrom(READ, put('Content-Length: 10\r\n', BODY) + READ, put('Transfer-Encoding: chunked\r\n', CHUNKED)); // prettier-ignore
const damaged = fc.tuple(original, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([bytes, edits]) =>
  edits.reduce((left, { at, removed, piece: added }) => left.slice(0, at) + added + left.slice(at + removed), bytes),
); // prettier-ignore

test(`${REQUESTS} damaged requests of seed ${SEED} are answered or closed, and harm nobody`, async () => {
  const isRight = async (bytes: string): Promise<void> => {
    const statuses = statusesOf(await send(bytes));
    expect(statuses.filter((status) => !DOCUMENTED.includes(status))).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(damaged, isRight), { numRuns: REQUESTS, seed: SEED, endOnFailure: true });
  const response = await fetch(`${app.url}/test/echo?token=a`, { headers: PUBLIC });
  expect(response.status).toBe(200);
}, 3_600_000); // prettier-ignore
