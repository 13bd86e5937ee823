import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inParallel } from '../../support/inParallel.js';
import { below, pick, seeded } from '../../support/random.js';
import { PUBLIC, startApp, type TestServer, WRITE_PATH, written } from '../http/startApp.js';

/** `npm run test:fuzz` sends many, of another seed each time; see tools/scripts/test.mjs. */
const REQUESTS = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 400) / 2);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** What may be answered to bytes: what was asked, or a refusal that is documented. */
const DOCUMENTED = [200, 204, 400, 401, 403, 404, 405, 413, 415, 431];

let app: TestServer;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => {
  written.length = 0;
});
afterAll(() => app.stop());

/** Sends bytes and the end of what is sent; resolves to all that comes until the server closes. */
function send(bytes: string): Promise<string> {
  const { port, hostname } = new URL(app.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.end(bytes, 'latin1');
    });
    socket.setTimeout(20_000, () => socket.destroy(new Error('it is not closed')));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Whatever comes after a refusal is not read any more.
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
  });
}

/** Takes what came apart; throws where it is anything but whole answers, one after the other. */
function statusesOf(answers: string): number[] {
  const statuses: number[] = [];
  let rest = answers;
  while (rest !== '') {
    const [head = '', status] = /^HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/.exec(rest) ?? [];
    if (head === '') throw new Error(`this is no answer: ${rest.slice(0, 200)}`);
    statuses.push(Number(status));
    const [, told] = /^content-length: (\d+)\r$/im.exec(head) ?? [];
    // To HTTP before 1.1 a body may last until the connection is closed.
    const isLast = told === undefined && /^connection: close\r$/im.test(head);
    const length = isLast ? rest.length - head.length : Number(told ?? 0);
    if (rest.length < head.length + length) throw new Error('an answer breaks off');
    rest = rest.slice(head.length + length);
  }
  return statuses;
}

async function expectAGoodClientIsAnswered(): Promise<void> {
  const response = await fetch(`${app.url}/test/echo?token=a`, { headers: PUBLIC });
  expect(response.status).toBe(200);
}

const AUTHORIZED = 'Host: a\r\nAuthorization: Bearer internal-token\r\n';
const READ = `GET /test/echo?token=a HTTP/1.1\r\n${AUTHORIZED}\r\n`;
const put = (headers: string, body: string, version = '1.1'): string =>
  `PUT ${WRITE_PATH} HTTP/${version}\r\n${AUTHORIZED}Content-Type: application/json\r\n${headers}\r\n${body}`;
const BODY = '{"id":"a"}';
const CHUNKED = `a\r\n${BODY}\r\n0\r\n\r\n`;

describe('what two readers could read in two ways is refused, and what follows it is not read', () => {
  test.each([
    ['a length and chunks', put('Content-Length: 10\r\nTransfer-Encoding: chunked\r\n', CHUNKED)],
    ['chunks and a length', put('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', CHUNKED)],
    ['two lengths', put('Content-Length: 10\r\nContent-Length: 0\r\n', BODY)],
    ['the same length twice', put('Content-Length: 10\r\nContent-Length: 10\r\n', BODY)],
    ['a list of lengths', put('Content-Length: 10, 10\r\n', BODY)],
    ['a signed length', put('Content-Length: +10\r\n', BODY)],
    ['a negative length', put('Content-Length: -1\r\n', BODY)],
    ['a hexadecimal length', put('Content-Length: 0xa\r\n', BODY)],
    ['a length without a number', put('Content-Length: \r\n', BODY)],
    ['an endless length', put(`Content-Length: ${'9'.repeat(40)}\r\n`, BODY)],
    ['a blank before the colon', put('Content-Length : 10\r\n', BODY)],
    ['a name on a line of its own', put('Transfer-Encoding\r\n: chunked\r\n', CHUNKED)],
    ['chunks that are not the last coding', put('Transfer-Encoding: chunked, identity\r\n', CHUNKED)],
    ['an unknown coding', put('Transfer-Encoding: xchunked\r\n', CHUNKED)],
    ['a header that starts with a blank', `GET / HTTP/1.1\r\n Host: a\r\n\r\n`],
    ['a lone line feed after a header', put('X: a\nContent-Length: 10\r\n', BODY)],
    ['a lone carriage return in a header', put('X: a\rContent-Length: 10\r\n', BODY)],
    ['NUL in a header', put('X: a\0b\r\nContent-Length: 10\r\n', BODY)],
    ['NUL in a name', put('X\0: a\r\nContent-Length: 10\r\n', BODY)],
    ['a signed chunk', put('Transfer-Encoding: chunked\r\n', `+a\r\n${BODY}\r\n0\r\n\r\n`)],
    ['a chunk with 0x', put('Transfer-Encoding: chunked\r\n', `0xa\r\n${BODY}\r\n0\r\n\r\n`)],
    ['an endless chunk', put('Transfer-Encoding: chunked\r\n', `${'f'.repeat(20)}\r\n${BODY}`)],
    ['a chunk that is longer than it says', put('Transfer-Encoding: chunked\r\n', `5\r\n${BODY}\r\n0\r\n\r\n`)],
    ['chunks that end in line feeds', put('Transfer-Encoding: chunked\r\n', `a\n${BODY}\n0\n\n`)],
    ['extensions without end', put('Transfer-Encoding: chunked\r\n', `a;${'x'.repeat(100_000)}\r\n${BODY}\r\n0\r\n\r\n`)],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/1.9', `GET / HTTP/1.9\r\n${AUTHORIZED}\r\n`],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a lone line feed after the request line', `GET / HTTP/1.1\n${AUTHORIZED}\r\n`],
  ])('%s', async (_, bytes) => {
    const statuses = statusesOf(await send(`${bytes}${put('Content-Length: 10\r\n', BODY)}`));
    expect(statuses).toHaveLength(1);
    expect([400, 413, 431]).toContain(statuses[0]);
    expect(written).toEqual([]);
    await expectAGoodClientIsAnswered();
  });
}); // prettier-ignore

describe('what can be read in one way only is answered', () => {
  test.each([
    ['the usual', put('Content-Length: 10\r\n', BODY), [200]],
    ['chunks', put('Transfer-Encoding: chunked\r\n', CHUNKED), [200]],
    ['chunks in upper case, with extensions and trailers', put('TRANSFER-ENCODING: CHUNKED\r\n', `00A;a="b;c"\r\n${BODY}\r\n0;x\r\nX: 4\r\n\r\n`), [200]],
    ['HTTP/1.0', 'GET /test/echo?token=a HTTP/1.0\r\nAuthorization: Bearer public-token\r\n\r\n', [200]],
    ['HTTP/0.9', 'GET /test/echo\r\n\r\n', [401]],
    ['HTTP/1.0 with a body', put('Content-Length: 10\r\n', BODY, '1.0'), [200]],
    ['empty lines before it', `\r\n\r\n${READ}`, [200]],
    ['twenty after each other', READ.repeat(20), Array<number>(20).fill(200)],
    ['a refusal between others', `${READ}GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n${READ}`, [200, 404, 200]],
    ['garbage after it', `${READ}garbage\r\n\r\n${READ}`, [200]],
    ['a cut-off request after it', `${READ}GET /test/ec`, [200]],
  ])('%s', async (_, bytes, expected) => {
    const statuses = statusesOf(await send(bytes));
    // Garbage may be told as such after what came before it.
    expect(statuses.slice(0, expected.length)).toEqual(expected);
    expect(statuses.slice(expected.length).every((status) => status === 400)).toBe(true);
    expect(statuses.length).toBeLessThanOrEqual(expected.length + 1);
    await expectAGoodClientIsAnswered();
  });
}); // prettier-ignore

const SEEDS = [
  READ,
  put('Content-Length: 10\r\n', BODY),
  put('Transfer-Encoding: chunked\r\n', CHUNKED),
  READ + put('Content-Length: 10\r\n', BODY),
  put('Content-Length: 10\r\nExpect: 200-ok\r\nConnection: keep-alive, close\r\n', BODY) + READ,
];
const PIECES = [
  '\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', '\0', '\x7f', '\x80', '\xff', ':', ';', ',', '/', '?', '#', '%', '"', '0', '9', 'f',
  'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Host: b\r\n', 'Connection: close\r\n', 'Upgrade: x\r\n',
  'Expect: 100-continue\r\n', '0\r\n\r\n', 'HTTP/1.0', 'CONNECT ', 'OPTIONS * ', 'a'.repeat(70_000), 'X: a\r\n'.repeat(2_100),
]; // prettier-ignore

/** Cuts, doubles, changes and adds here and there. */
function damaged(random: () => number): string {
  let bytes = pick(random, SEEDS);
  for (let edits = 1 + below(random, 4); edits > 0; edits -= 1) {
    const at = below(random, bytes.length + 1);
    const to = Math.min(bytes.length, at + below(random, 12));
    const middles = ['', bytes.slice(at, to).repeat(2), String.fromCharCode(below(random, 256))];
    const middle = pick(random, [...middles, pick(random, PIECES), pick(random, PIECES)]);
    const isAdded = random() < 0.5;
    bytes = bytes.slice(0, at) + middle + bytes.slice(isAdded ? at : to);
  }
  return bytes;
}

test(`${REQUESTS} damaged requests of seed ${SEED} are answered or closed, and harm nobody`, async () => {
  const wrong: string[] = [];
  const numbers = Array.from({ length: REQUESTS }, (_, number) => number);
  await inParallel(numbers, async (number) => {
    const bytes = damaged(seeded(SEED * 1_000_003 + number));
    const tell = (fault: string) => wrong.push(`${fault}: ${JSON.stringify(bytes.slice(0, 2_000))}`);
    try {
      const statuses = statusesOf((await send(bytes)).replaceAll('HTTP/1.1 100 Continue\r\n\r\n', ''));
      const undocumented = statuses.filter((status) => !DOCUMENTED.includes(status));
      if (undocumented.length > 0) tell(`it is ${undocumented.join()}`);
    } catch (error) {
      tell(String(error));
    }
    if (number % 50 === 0) await expectAGoodClientIsAnswered();
  });
  expect(wrong.slice(0, 10).join('\n\n')).toBe('');
  expect(app.lines.filter(({ status }) => Number(status) >= 500)).toEqual([]);
}, 3_600_000); // prettier-ignore
