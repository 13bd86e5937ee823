import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../../../ingest/files/lines.js';
import { Folder } from '../../../support/placeFiles.js';
import { zipOf } from '../../../support/zip.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

async function read(file: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const lines of linesOf(file)) texts.push(...lines.texts);
  return texts;
}

const text = `first\nsecond ä\n${'x'.repeat(70_000)}\nlast`;
const lines = text.split('\n');

describe('a file is opened by its content, not by its name', () => {
  test.each([
    ['plain, called .zip', 'plain.zip', () => text],
    ['gzip, called .csv', 'squeezed.csv', () => gzipSync(text)],
    [
      'gzip of two members',
      'two.gz',
      () => Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))]),
    ],
    ['an archive, called .txt', 'archive.txt', () => zipOf({ 'a.csv': text })],
    [
      'an archive with folders and a README',
      'a.zip',
      () => zipOf({ 'readme.txt': 'x', '__MACOSX/._a': 'x', 'b/a.tsv': text }),
    ],
    [
      'an archive with an entry of its name',
      'alternateNamesV2.zip',
      () => zipOf({ 'iso-languagecodes.txt': 'x', 'alternateNamesV2.txt': text }),
    ],
  ])('%s', async (_, name, content) => {
    expect(await read(folder.write(name, await content()))).toEqual(lines);
  });

  test('the entry that is named', async () => {
    const archive = folder.write('many.zip', await zipOf({ 'a.txt': 'a', 'b#.txt': text }));
    expect(await read(`${archive}#a.txt`)).toEqual(['a']);
    await expect(read(archive)).rejects.toThrow(
      `${archive}: it holds 2 files that may be meant. Name the one to read as ${archive}#<entry>. It holds: a.txt, b#.txt.`,
    );
    await expect(read(`${archive}#c.txt`)).rejects.toThrow('it holds no entry "c.txt"');
    const plain = folder.write('plain.csv', text);
    await expect(read(`${plain}#c.txt`)).rejects.toThrow(
      `${plain}#c.txt: it is not a .zip archive.`,
    );
  });

  test.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['zip', (bytes: Buffer) => zipOf({ 'a.csv': bytes })],
  ])('what swells to a thousand times its size, by %s, is held a bounded piece at a time', async (name, pack) => {
    const bomb = folder.write(`bomb.${name}`, await pack(Buffer.alloc(100_000_000, 'a')));
    let longest = 0;
    let faults = 0;
    for await (const held of linesOf(bomb)) {
      longest = Math.max(longest, held.texts.join('').length);
      faults += held.faults.size;
    }
    expect(longest).toBeLessThan(3 * 1024 * 1024);
    expect(faults).toBe(1);
  }); // prettier-ignore

  test('a file with the mark of an entry in its name', async () => {
    expect(await read(folder.write('a#b.csv', text))).toEqual(lines);
  });
});

describe('a file that is not whole is named, and what to do', () => {
  const advice = (name: string, why: string): RegExp =>
    new RegExp(`${name} cannot be read \\(.*${why}.*\\): look whether it is there, whole`);
  // Not so regular that nothing is left of it.
  const long = Array.from({ length: 20_000 }, (_, at) => String(Math.sin(at))).join('\n');

  test.each(['../../ab.csv', '/aaa/aab.csv', 'C:/aa/aab.csv', '..\\..\\a.csv'])(
    'an entry that lies outside of its archive, %s, which nobody unpacks',
    async (name) => {
      const sound = 'x'.repeat(name.length);
      const bytes = (await zipOf({ [sound]: text })).toString('latin1').replaceAll(sound, name);
      const archive = folder.write('outside.zip', Buffer.from(bytes, 'latin1'));
      await expect(read(archive)).rejects.toThrow(`${archive} cannot be read (`);
    },
  );

  test('an archive that is cut off', async () => {
    const whole = await zipOf({ 'a.txt': long });
    const file = folder.write('half.zip', whole.subarray(0, whole.length / 2));
    await expect(read(file)).rejects.toThrow(advice('half.zip', 'truncated'));
  });

  test('an archive with a CRC that does not fit', async () => {
    const whole = await zipOf({ 'a.txt': 'some text' });
    const broken = Buffer.from(whole);
    // The first bytes of the CRC in the central directory's only record.
    const record = broken.indexOf('PK\x01\x02', 0, 'latin1');
    broken.writeUInt32LE(1, record + 16);
    await expect(read(folder.write('crc.zip', broken))).rejects.toThrow(advice('crc.zip', 'CRC'));
  });

  test('gzip that is cut off, or changed', async () => {
    const whole = gzipSync(long);
    const half = folder.write('half.gz', whole.subarray(0, whole.length / 2));
    await expect(read(half)).rejects.toThrow(advice('half.gz', 'unexpected end of file'));
    const changed = Buffer.from(whole);
    changed.writeUInt32LE(1, changed.length - 8);
    const file = folder.write('changed.gz', changed);
    await expect(read(file)).rejects.toThrow(advice('changed.gz', 'incorrect data check'));
  });
});

describe('encodings', () => {
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
  ])('%s is refused by name', async (name, content) => {
    await expect(read(folder.write('other.csv', content))).rejects.toThrow(
      `other.csv is in ${name}: save it as UTF-8, or convert it (iconv -f ${name} -t UTF-8 …).`,
    );
  });

  test('another packing is refused by name', async () => {
    const file = folder.write('a.csv', Buffer.from('BZh91AY', 'latin1'));
    await expect(read(file)).rejects.toThrow(`${file}: it is bzip2: unpack it (bunzip2)`);
  });
});
