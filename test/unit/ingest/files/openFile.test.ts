import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../../core/cli/failure.js';
import { type DataFile, openDataFile } from '../../../../ingest/files/dataFile.js';
import { linesOf } from '../../../../ingest/files/lines.js';
import { testFolder } from '../../../support/folder.js';
import { zipOf } from '../../../support/zip.js';

const folder = testFolder();

async function read(file: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const lines of linesOf(file)) texts.push(...lines.map((line) => line.text));
  return texts;
}

describe('the day of a file is', () => {
  const march = new Date('2020-03-18T12:00:00Z');
  const dayOf = async (
    name: string,
    content: string | Buffer,
    note: (file: DataFile) => void = () => undefined,
  ) => {
    const file = await openDataFile(folder.write(name, content));
    note(file);
    return (await file.source()).asOf;
  };
  const rows = (...days: unknown[]) => (file: DataFile) => { days.forEach((day) => { file.noteDay(day); }); }; // prettier-ignore

  test('its day in an archive, the newest day of its rows, or the declared one', async () => {
    const archive = await zipOf({ 'a.csv': text, 'b.csv': text }, march);
    expect(await dayOf('dated.zip', archive)).toBe('2020-03-18');
    const days = rows('2013-11-06', '2019-01-01T10:00:00Z', '', undefined, 5, 'x', '2999-01-01', '2018-12-31'); // prettier-ignore
    expect(await dayOf('dated.zip', archive, days)).toBe('2019-01-01');
    const declared = (file: DataFile) => { days(file); file.declareDay('2016-02-29'); }; // prettier-ignore
    expect(await dayOf('dated.zip', archive, declared)).toBe('2016-02-29');
  });

  test('unknown of a file that was copied, or packed without a date', async () => {
    expect(await dayOf('copied.csv', text)).toBeUndefined();
    expect(await dayOf('undated.zip', await zipOf({ 'a.csv': text }))).toBeUndefined();
  });
});

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
    new RegExp(
      `broken.data cannot be read \\(.*${reason}.*\\)\\. It may be damaged or cut off, so get it again`,
    ),
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
    `other.csv is in ${name}: save it as UTF-8, or convert it (iconv -f ${name} -t UTF-8 …). A mapping of CSV or NDJSON may say encoding: ${name.toLowerCase()}.`,
  );
});

const CONVERT = 'convert it (`ogr2ogr -t_srs EPSG:4326 new.geojson FILE`)';
const binary = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each<[string, Content]>([
  ['is bzip2: unpack it (`bunzip2`)', 'BZh91AY'],
  ['is a tar archive: unpack it (`tar -xf`)', gzipSync(`${'a.csv'.padEnd(257, '\0')}ustar\0`)],
  [`is a GeoPackage, or SQLite: ${CONVERT}`, 'SQLite format 3\0'],
  [`is FlatGeobuf: ${CONVERT}`, binary('fgb\x03fgb\0')],
  ['is OpenStreetMap PBF: convert it (`osmium export -f geojsonseq -o new.geojsons FILE`)', binary('\0\0\0\x0d\n\x09OSMHeader')],
  [`is KML: ${CONVERT}`, zipOf({ 'doc.kml': '<?xml version="1.0"?>\n<kml xmlns="x">' })],
  [`is GPX: ${CONVERT}`, '<?xml version="1.0"?>\n<gpx>'],
  ['is HTML: download the data, not its page', '\n<!DOCTYPE html>'],
  [`is Parquet: say format: parquet in the mapping, or ${CONVERT}`, binary('PAR1\x15\x04')],
  ['is a Shapefile: say format: shapefile in the mapping', binary('\0\0\x27\x0a\0')],
  ['it is a spreadsheet: save it as CSV (UTF-8)', zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/styles.xml': '' })],
  [`it is a File Geodatabase: ${CONVERT}`, zipOf({ 'a.gdb/a1.gdbtable': '', 'a.gdb/gdb': '' })],
  ['it holds no file that can be read. It holds: README.txt.', zipOf({ 'README.txt': '' })],
  ['a.csv has a password: unpack it first.', zipOf({ 'a.csv': 'a' }).then((zip) => withFields(zip, 8, 1))],
  ['a.csv is packed by another method than deflate: unpack it first.', zipOf({ 'a.csv': 'a' }).then((zip) => withFields(zip, 10, 12))],
])('another kind of file is named, and what to do: %s', async (message, content) => {
  const file = folder.write('a.csv', await content);
  const error: unknown = await read(file).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(`${file}${message.startsWith('is ') ? ' ' : ': '}${message}`);
  expect(error).toBeInstanceOf(UsageError);
}); // prettier-ignore

/** Returns an archive of one entry with another number in its record of the directory. */
function withFields(zip: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt16LE(value, zip.indexOf('PK\x01\x02') + at);
  return copy;
}

test.each(['fgb,name', 'PAR1,PAR2', '<id>,name', 'BZhou,x'])('text may begin like one: %s', async (line) => {
  expect(await read(folder.write('a.csv', line))).toEqual([line]);
}); // prettier-ignore

test('line ends may be CR alone', async () => {
  const lines = ['id,name', ...Array.from({ length: 30_000 }, (_, at) => `${at},Ä`)];
  expect(await read(folder.write('mac.csv', lines.join('\r')))).toEqual(lines);
  expect(await read(folder.write('mixed.csv', 'a,"b\rc"\r\nd\r'))).toEqual(['a,"b\rc"', 'd']);
});
