import { expect, test } from '@jest/globals';
import { type Answer, AnswerReader } from '../../../../../tools/bench/http/answerReader.js';

const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\nX: y\r\n\r\n{"ä":1';
const CHUNKED =
  'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n5;x=y\r\n0\r\n\r\n\r\n0\r\nTrailer: z\r\n\r\n';
const EMPTY = 'HTTP/1.1 204 No Content\r\n\r\n';
const UNCHANGED = 'HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n';
const NOTHING = 'HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n';

const EXPECTED: Answer[] = [
  { status: 200, body: '{"ä":1'.slice(0, 5) },
  { status: 404, body: 'abc0\r\n\r\n' },
  { status: 204, body: '' },
  { status: 304, body: '' },
  { status: 201, body: '' },
];

function read(pieces: Iterable<Buffer>, keepsBody = true): Answer[] {
  const answers: Answer[] = [];
  const reader = new AnswerReader((answer) => answers.push(answer));
  reader.expect(keepsBody);
  for (const piece of pieces) reader.read(piece);
  return answers;
}

// "ä" has two bytes.
const bytes = Buffer.from([SIZED.slice(0, -1), CHUNKED, EMPTY, UNCHANGED, NOTHING].join(''));

test('answers with a length, in chunks and without a body are read', () => {
  expect(read([bytes])).toEqual(EXPECTED);
});

test.each([1, 2, 3, 7, 40])('also in pieces of %i bytes', (size) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
    bytes.subarray(piece * size, (piece + 1) * size),
  );
  expect(read(pieces)).toEqual(EXPECTED);
});

test('a body that nobody wants is passed over', () => {
  expect(read([bytes], false)).toEqual(EXPECTED.map(({ status }) => ({ status, body: '' })));
});

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'no answer of HTTP/1.1'],
  ['no length', 'HTTP/1.1 200 OK\r\n\r\nabc', 'does not tell its length'],
  ['no size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'no size of a chunk'],
])('an answer is refused that has %s', (_, text, message) => {
  expect(() => read([Buffer.from(text)])).toThrow(message);
});
