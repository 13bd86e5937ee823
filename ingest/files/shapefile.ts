import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { open } from 'shapefile';
import { REPLACEMENT } from './cells.js';
import { assertWgs84 } from './crs.js';
import type { Feature } from './feature.js';
import { beginningOf, type FilePart, type OnRead } from './openFile.js';

/** The endings of the files that are read beside a `.shp`. */
export const BESIDE_SHP = ['.dbf', '.cpg', '.prj'];

const SHP_HEADER_BYTES = 100;
const SHP_LENGTH_AT = 24;
const DBF_HEADER_BYTES = 32;
const LONGEST_NOTE_BYTES = 64 * 1024;

/** The position of the number of the encoding in a `.dbf`. */
const LANGUAGE_AT = 29;
/** Encodings by this number. Many programs write the number of windows-1252 whatever the encoding is. */
const LANGUAGES: Readonly<Record<number, string>> = {
  ...{ 0x03: 'windows-1252', 0x57: 'windows-1252', 0x58: 'windows-1252', 0x59: 'windows-1252' },
  ...{ 0x04: 'macintosh', 0x96: 'x-mac-cyrillic', 0x26: 'ibm866', 0x65: 'ibm866' },
  ...{ 0xc8: 'windows-1250', 0xc9: 'windows-1251', 0xca: 'windows-1254', 0xcb: 'windows-1253' },
  ...{ 0xcc: 'windows-1257', 0x7d: 'windows-1255', 0x7e: 'windows-1256' },
  ...{ 0x50: 'windows-874', 0x7c: 'windows-874', 0x13: 'shift_jis', 0x7b: 'shift_jis' },
  ...{ 0x4d: 'gbk', 0x7a: 'gbk', 0x4e: 'euc-kr', 0x79: 'euc-kr', 0x4f: 'big5', 0x78: 'big5' },
};

/**
 * Reads the features of a Shapefile one after the other.
 * @param parts `.shp`, `.dbf`, and if there are such `.cpg` (encoding) and `.prj` (projection)
 * @throws when one is missing or cut off, or when its coordinates are not degrees
 */
export async function* shapefileFeatures(
  parts: readonly FilePart[],
  onRead?: OnRead,
): AsyncGenerator<Feature> {
  const [shp, dbf, cpg, prj] = ['.shp', ...BESIDE_SHP].map((ending) =>
    parts.find(({ name }) => extname(name).toLowerCase() === ending),
  );
  if (shp === undefined || dbf === undefined) {
    const missing = shp === undefined ? '.shp' : '.dbf';
    throw new Error(
      `the ${missing} of the Shapefile is missing: a Shapefile needs its .shp and its .dbf, so put both into one folder`,
    );
  }
  await assertShp(shp);
  const records = await recordsOf(dbf);
  await assertDegrees(prj);
  const encoding = (await namedEncoding(cpg)) ?? (await encodingOf(dbf));

  // The library does not catch failures of its streams, which would end the process: a stream that
  // fails ends for the library, and its error is thrown here.
  let failure: Error | undefined;
  const streamOf = (part: FilePart): Readable => {
    const content = uninterrupted(part.content(onRead), (error) => {
      failure ??= error;
    });
    return Readable.from(content, { objectMode: false });
  };
  const streams = [streamOf(shp), streamOf(dbf)] as const;
  try {
    const source = await open(...streams, { encoding });
    for (let line = 1; ; line += 1) {
      const { done, value } = await source.read();
      if (failure !== undefined) throw failure;
      if (done) {
        assertSameCount(shp, line - 1, dbf, records);
        return;
      }
      const { geometry } = value as { geometry: Feature['geometry'] };
      yield { line, geometry, properties: textsOf(value.properties ?? {}) };
    }
  } catch (error) {
    throw failure ?? error;
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

async function* uninterrupted(
  content: AsyncIterable<Uint8Array>,
  onFailure: (error: Error) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    onFailure(error as Error);
  }
}

async function assertShp(shp: FilePart): Promise<void> {
  const header = await headerOf(shp, SHP_HEADER_BYTES);
  // Its length is in words of 16 bits.
  assertWhole(shp, 2 * header.readInt32BE(SHP_LENGTH_AT));
}

/** Returns the number of records of a `.dbf`. */
async function recordsOf(dbf: FilePart): Promise<number> {
  const header = await headerOf(dbf, DBF_HEADER_BYTES);
  const records = header.readUInt32LE(4);
  assertWhole(dbf, header.readUInt16LE(8) + records * header.readUInt16LE(10));
  return records;
}

async function headerOf(part: FilePart, bytes: number): Promise<Buffer> {
  assertWhole(part, bytes);
  return await beginningOf(part, bytes);
}

function assertWhole({ name, bytes }: FilePart, expected: number): void {
  if (bytes >= expected) return;
  throw new Error(`${name} is cut off: it has ${bytes} of ${expected} bytes. Download it again`);
}

/** The library says nothing about a damaged record that swallows those after it. */
function assertSameCount(shp: FilePart, features: number, dbf: FilePart, records: number): void {
  if (features === records) return;
  throw new Error(
    `${shp.name} holds ${features} features, and ${dbf.name} ${records}: they belong to different Shapefiles, or one is damaged. Download both again`,
  );
}

async function assertDegrees(prj: FilePart | undefined): Promise<void> {
  if (prj === undefined) return;
  const text = (await beginningOf(prj, LONGEST_NOTE_BYTES)).toString();
  if (text.trim() !== '') assertWgs84(text);
}

/** @throws when no texts but ASCII could be read */
async function encodingOf(dbf: FilePart): Promise<string> {
  const header = await headerOf(dbf, DBF_HEADER_BYTES);
  // Text of another encoding is hardly ever valid UTF-8, but the number is often wrong.
  if (await isUtf8(dbf, header.readUInt16LE(8))) return 'utf-8';
  const named = LANGUAGES[header.readUInt8(LANGUAGE_AT)];
  if (named !== undefined) return named;
  const cpg = dbf.name.replace(/\.dbf$/i, '.cpg');
  throw new Error(
    `${dbf.name} does not say its encoding, and is not UTF-8: write the encoding, such as windows-1252, into a file ${cpg} beside it`,
  );
}

/** True if what follows the header is UTF-8, or ASCII. */
async function isUtf8(dbf: FilePart, headerBytes: number): Promise<boolean> {
  const decoder = new TextDecoder();
  let skipped = 0;
  for await (const bytes of dbf.content()) {
    const text = decoder.decode(bytes.subarray(headerBytes - skipped), { stream: true });
    if (text.includes(REPLACEMENT)) return false;
    skipped += Math.min(bytes.length, headerBytes - skipped);
  }
  return !decoder.decode().includes(REPLACEMENT);
}

/** @throws if the encoding is unknown */
async function namedEncoding(cpg: FilePart | undefined): Promise<string | undefined> {
  if (cpg === undefined) return undefined;
  const label = (await beginningOf(cpg, LONGEST_NOTE_BYTES)).toString().trim();
  if (label === '') return undefined;
  const encoding = label
    .replace(/^(?:65001|utf[-_ ]?8)$/i, 'utf-8')
    .replace(/^(?:(?:ansi|cp|oem)[-_ ]?)?(125\d|874)$/i, 'windows-$1')
    .replace(/^(?:iso[-_ ]?)?8859[-_ ]?(\d\d?)$/i, 'iso-8859-$1');
  try {
    return new TextDecoder(encoding).encoding;
  } catch (error) {
    throw new Error(
      `${cpg.name} has the unknown encoding "${label}": convert it to UTF-8 (\`ogr2ogr -lco ENCODING=UTF-8\`)`,
      { cause: error },
    );
  }
}

/** Cuts texts at a zero byte, with which some programs fill them up. Empty ones become null. */
function textsOf(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const text = value.replace(/\0.*$/s, '').trim();
      return [name, text === '' ? null : text];
    }),
  );
}
