import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { open } from 'shapefile';
import type { Feature } from './feature.js';
import { beginningOf, type FilePart } from './openFile.js';

/** The endings of the files of a Shapefile. */
export const SHAPEFILE_ENDINGS = ['.shp', '.dbf', '.cpg', '.prj'];

const SHP_HEADER_BYTES = 100;
const SHP_LENGTH_AT = 24;
const DBF_HEADER_BYTES = 32;
const LONGEST_NOTE_BYTES = 64 * 1024;

/** The encoding of texts without a `.cpg`: that of dBASE under Windows. */
const DEFAULT_ENCODING = 'windows-1252';

/**
 * Reads the features of a Shapefile one after the other.
 * @param parts `.shp`, `.dbf`, and if there are such `.cpg` (encoding) and `.prj` (projection)
 * @throws when one is missing or cut off, or when its coordinates are not degrees
 */
export async function* shapefileFeatures(parts: readonly FilePart[]): AsyncGenerator<Feature> {
  const [shp, dbf, cpg, prj] = SHAPEFILE_ENDINGS.map((ending) =>
    parts.find(({ name }) => extname(name).toLowerCase() === ending),
  );
  if (shp === undefined || dbf === undefined) {
    const missing = shp === undefined ? '.shp' : '.dbf';
    throw new Error(
      `the ${missing} of the Shapefile is missing: it holds what the features are called; put it beside the other`,
    );
  }
  await assertShp(shp);
  const records = await recordsOf(dbf);
  await assertDegrees(prj);
  const encoding = await encodingOf(cpg);

  // The library does not catch failures of its streams, which would end the process: a stream that
  // fails ends for the library, and its error is thrown here.
  let failure: Error | undefined;
  const streamOf = (part: FilePart): Readable => {
    const content = uninterrupted(part.content(), (error) => {
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
  throw new Error(`${name} is cut off: it has ${bytes} of ${expected} bytes; fetch it again`);
}

/** The library says nothing about a damaged record that swallows those after it. */
function assertSameCount(shp: FilePart, features: number, dbf: FilePart, records: number): void {
  if (features === records) return;
  throw new Error(
    `${shp.name} holds ${features} features, and ${dbf.name} ${records}: they are not of one Shapefile, or damaged; fetch both again`,
  );
}

async function assertDegrees(prj: FilePart | undefined): Promise<void> {
  if (prj === undefined) return;
  const text = (await beginningOf(prj, LONGEST_NOTE_BYTES)).toString();
  if (!/^\s*(PROJCS|PROJCRS|PROJECTEDCRS)/i.test(text)) return;
  const name = /"([^"]*)"/.exec(text)?.[1] ?? 'a projection';
  throw new Error(
    `its coordinates are of ${name}: convert it to WGS 84 (\`ogr2ogr -t_srs EPSG:4326\`)`,
  );
}

/** @throws when there is no such encoding */
async function encodingOf(cpg: FilePart | undefined): Promise<string> {
  if (cpg === undefined) return DEFAULT_ENCODING;
  const label = (await beginningOf(cpg, LONGEST_NOTE_BYTES)).toString().trim();
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
