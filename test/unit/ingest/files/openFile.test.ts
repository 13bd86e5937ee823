import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { linesOf } from '../../../../ingest/files/lines.js';
import { testFolder } from '../../../support/folder.js';
import { zipOf } from '../../../support/zip.js';

const folder = testFolder();

async function read(file: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const lines of linesOf(file)) texts.push(...lines.map((line) => line.text));
  return texts;
}

type Content = string | Buffer | Promise<Buffer>;

const text = `first\nsecond ä\n${'x'.repeat(70_000)}\nlast`;

test.each<[string, string, Content]>([
  ['plain, called .zip', 'plain.zip', text],
  ['plain, with the mark of an entry in its name', 'a#b.csv', text],
  ['gzip, called .csv', 'squeezed.csv', gzipSync(text)],
  ['gzip of two members', 'two.gz', Buffer.concat([text.slice(0, 9), text.slice(9)].map((part) => gzipSync(part)))], // prettier-ignore
  ['an archive, called .txt', 'archive.txt', zipOf({ 'a.csv': text })],
  ['an archive with folders and a README', 'a.zip', zipOf({ 'readme.txt': 'x', '__MACOSX/._a': 'x', 'b/a.tsv': text })], // prettier-ignore
  ['an archive with an entry of its name', 'names.zip', zipOf({ 'iso.txt': 'x', 'names.txt': text })], // prettier-ignore
])('a file is opened by its content, not by its name: %s', async (_, name, content) => {
  expect(await read(folder.write(name, await content))).toEqual(text.split('\n'));
});

test('the entry that is named', async () => {
  const archive = folder.write('many.zip', await zipOf({ 'a.txt': 'a', 'b#.txt': text }));
  expect(await read(`${archive}#a.txt`)).toEqual(['a']);
  await expect(read(archive)).rejects.toThrow(
    `${archive}: it holds 2 files that may be meant. Name the one to read as ${archive}#<entry>. It holds: a.txt, b#.txt.`,
  );
  await expect(read(`${archive}#c.txt`)).rejects.toThrow('it holds no entry "c.txt"');
  const plain = folder.write('plain.csv', text);
  await expect(read(`${plain}#c.txt`)).rejects.toThrow(`${plain}#c.txt: it is not a .zip archive.`);
});

test.each([
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ['zip', (bytes: Buffer) => zipOf({ 'a.csv': bytes })],
])('what swells to a thousand times its size, by %s, is held a bounded piece at a time', async (name, pack) => {
  const bomb = folder.write(`bomb.${name}`, await pack(Buffer.alloc(100_000_000, 'a')));
  let longest = 0;
  let faults = 0;
  for await (const held of linesOf(bomb)) {
    longest = Math.max(longest, held.map((line) => line.text).join('').length);
    faults += held.filter(({ fault }) => fault !== undefined).length;
  }
  expect(longest).toBeLessThan(3 * 1024 * 1024);
  expect(faults).toBe(1);
}); // prettier-ignore

/** Returns an archive of an entry with such a name, which no packer writes. */
async function archiveOf(name: string): Promise<Buffer> {
  const sound = 'x'.repeat(name.length);
  const bytes = (await zipOf({ [sound]: text })).toString('latin1');
  return Buffer.from(bytes.replaceAll(sound, name), 'latin1');
}

/** Returns a copy with another number in place of four bytes. */
function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(1, at);
  return copy;
}

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
// Not so regular that nothing is left of it.
const long = Array.from({ length: 20_000 }, (_, at) => String(Math.sin(at))).join('\n');
const gzip = gzipSync(long);

test.each<[string, Content, string]>([
  ['an entry outside of its archive', archiveOf('../../ab.csv'), ''],
  ['an absolute entry', archiveOf('/aaa/aab.csv'), ''],
  ['an absolute entry of Windows', archiveOf('C:/aa/aab.csv'), ''],
  ['an entry outside of its archive for Windows', archiveOf('..\\..\\a.csv'), ''],
  ['an archive that is cut off', zipOf({ 'a.txt': long }).then(half), 'truncated'],
  // The CRC of the central directory's only record.
  ['an archive with another CRC', zipOf({ 'a.txt': 'a' }).then((zip) => changed(zip, zip.indexOf('PK\x01\x02') + 16)), 'CRC'], // prettier-ignore
  ['gzip that is cut off', half(gzip), 'unexpected end of file'],
  ['gzip that was changed', changed(gzip, gzip.length - 8), 'incorrect data check'],
])('a file that is not whole is named: %s', async (_, content, reason) => {
  const file = folder.write('broken.data', await content);
  await expect(read(file)).rejects.toThrow(
    new RegExp(`broken.data cannot be read \\(.*${reason}.*\\): look whether it is there, whole`),
  );
});

test('a byte order mark of UTF-8 is dropped, also where nothing follows', async () => {
  expect(await read(folder.write('bom.txt', '\ufeffa\nb'))).toEqual(['a', 'b']);
  expect(await read(folder.write('only.txt', '\ufeff'))).toEqual([]);
  expect(await read(folder.write('empty.txt', ''))).toEqual([]);
});

test.each([
  ['UTF-16LE', Buffer.from('\ufeffid,name', 'utf16le')],
  ['UTF-16BE', Buffer.from('\ufeffid,name', 'utf16le').swap16()],
  ['UTF-16LE', Buffer.from('id,name', 'utf16le')],
  ['UTF-16BE', Buffer.from('id,name', 'utf16le').swap16()],
  ['UTF-32LE', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ['UTF-32BE', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61])],
])('%s is rejected by name (%#)', async (name, content) => {
  await expect(read(folder.write('other.csv', content))).rejects.toThrow(
    `other.csv is in ${name}: save it as UTF-8, or convert it (iconv -f ${name} -t UTF-8 …).`,
  );
});

test('another packing is rejected by name', async () => {
  const file = folder.write('a.csv', Buffer.from('BZh91AY', 'latin1'));
  await expect(read(file)).rejects.toThrow(`${file}: it is bzip2: unpack it (bunzip2)`);
});
