import { Readable } from 'node:stream';
import { open } from 'shapefile';
import type { Feature } from './feature.js';
import { beginningOf, endingOf, type Part } from './parts.js';

const SHP_HEADER_BYTES = 100;
const SHP_LENGTH_AT = 24;
const DBF_HEADER_BYTES = 32;
const LONGEST_NOTE_BYTES = 64 * 1024;

/** Of the texts, where no `.cpg` tells it: that of dBASE under Windows. */
const DEFAULT_ENCODING = 'windows-1252';

/**
 * Reads the features of a Shapefile, one after the other.
 * @param parts `.shp`, `.dbf`, and where there are such `.cpg` (encoding) and `.prj` (projection)
 * @throws when one is missing or cut off, or when its coordinates are not degrees
 */
export async function* shapefileFeatures(parts: readonly Part[]): AsyncGenerator<Feature> {
  const [shp, dbf] = [partOf(parts, '.shp'), partOf(parts, '.dbf')];
  if (shp === undefined || dbf === undefined) {
    const missing = shp === undefined ? '.shp' : '.dbf';
    throw new Error(
      `the ${missing} of the Shapefile is missing: it holds what the features are called; put it beside the other`,
    );
  }
  assertWhole(shp, await lengthOfShp(shp));
  assertWhole(dbf, await lengthOfDbf(dbf));
  await assertDegrees(partOf(parts, '.prj'));
  const encoding = await encodingOf(partOf(parts, '.cpg'));

  const failure = new Failure();
  const streams = [failure.heard(shp.content()), failure.heard(dbf.content())] as const;
  try {
    const source = await open(streams[0], streams[1], { encoding });
    for (let line = 1; ; line += 1) {
      const { done, value } = await source.read();
      failure.rethrow();
      if (done) {
        assertSameCount({ shp, dbf }, line - 1, await recordsOfDbf(dbf));
        return;
      }
      const { geometry } = value as { geometry: Feature['geometry'] };
      yield { line, geometry, properties: textsOf(value.properties ?? {}) };
    }
  } catch (error) {
    failure.rethrow();
    throw error;
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

function partOf(parts: readonly Part[], ending: string): Part | undefined {
  return parts.find(({ name }) => endingOf(name) === ending);
}

/**
 * The library lets a failure of a stream go by as a rejection that nobody hears, which ends the
 * process: a stream that fails just ends for it, and the failure is told afterwards.
 */
class Failure {
  #error: Error | undefined;

  heard(content: AsyncIterable<Uint8Array>): Readable {
    const through = async function* (this: Failure): AsyncGenerator<Uint8Array> {
      try {
        yield* content;
      } catch (error) {
        this.#error ??= error as Error;
      }
    };
    return Readable.from(through.call(this), { objectMode: false });
  }

  rethrow(): void {
    if (this.#error !== undefined) throw this.#error;
  }
}

async function lengthOfShp(shp: Part): Promise<number> {
  const header = await beginningOf(shp, SHP_HEADER_BYTES);
  // It counts words of 16 bits.
  return header.length < SHP_HEADER_BYTES
    ? SHP_HEADER_BYTES
    : 2 * header.readInt32BE(SHP_LENGTH_AT);
}

/** A record that is damaged swallows those after it, and the library says nothing. */
function assertSameCount(
  { shp, dbf }: { shp: Part; dbf: Part },
  features: number,
  records: number,
): void {
  if (features === records) return;
  throw new Error(
    `${shp.name} holds ${features} features, and ${dbf.name} ${records}: they are not of one Shapefile, or damaged; fetch both again`,
  );
}

async function recordsOfDbf(dbf: Part): Promise<number> {
  return (await beginningOf(dbf, DBF_HEADER_BYTES)).readUInt32LE(4);
}

async function lengthOfDbf(dbf: Part): Promise<number> {
  const header = await beginningOf(dbf, DBF_HEADER_BYTES);
  if (header.length < DBF_HEADER_BYTES) return DBF_HEADER_BYTES;
  const [records, headerBytes, recordBytes] = [header.readUInt32LE(4), header.readUInt16LE(8), header.readUInt16LE(10)]; // prettier-ignore
  return headerBytes + records * recordBytes;
}

function assertWhole({ name, bytes }: Part, expected: number): void {
  if (bytes >= expected) return;
  throw new Error(`${name} is cut off: it has ${bytes} of ${expected} bytes; fetch it again`);
}

async function assertDegrees(prj: Part | undefined): Promise<void> {
  if (prj === undefined) return;
  const text = (await beginningOf(prj, LONGEST_NOTE_BYTES)).toString();
  if (!/^\s*(PROJCS|PROJCRS|PROJECTEDCRS)/i.test(text)) return;
  const name = /"([^"]*)"/.exec(text)?.[1] ?? 'a projection';
  throw new Error(
    `its coordinates are of ${name}: convert it to WGS 84 (\`ogr2ogr -t_srs EPSG:4326\`)`,
  );
}

/** @throws when there is no such encoding */
async function encodingOf(cpg: Part | undefined): Promise<string> {
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

/** Some programs fill texts up with bytes of 0. */
function textsOf(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const text = value.replace(/\0.*$/s, '').trim();
      return [name, text === '' ? null : text];
    }),
  );
}
