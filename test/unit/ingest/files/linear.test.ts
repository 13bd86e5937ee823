import { expect, test } from '@jest/globals';
import { readId } from '../../../../ingest/files/cells.js';
import { csvRecords } from '../../../../ingest/files/csv.js';
import { polygonsOf } from '../../../../ingest/files/feature.js';
import { geojsonFeatures } from '../../../../ingest/files/geojson.js';
import { linesOf } from '../../../../ingest/files/lines.js';
import { coordinatesIn } from '../../../../ingest/files/location.js';
import { jsonRecords } from '../../../../ingest/files/ndjson.js';

/** Small pieces, so that reading all again with each piece shows. */
const PIECE = 4_096;
const SMALL = 256 * 1024;
const TIMES = 4;

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE)
    yield await Promise.resolve(bytes.subarray(at, at + PIECE));
}

/** Reads to the end. Faults are of no interest. */
async function drain(items: AsyncIterator<unknown>): Promise<void> {
  const isDone = () => items.next().then(({ done }) => done, () => true); // prettier-ignore
  while (!(await isDone()));
}

const FORMAT = { delimiter: ',', header: true, quote: '"' } as const;
const csv = (text: string) => drain(csvRecords('f', linesOf('f', pieces(`id,name\n${text}`)), FORMAT, ['id', 'name'])); // prettier-ignore
const ndjson = (text: string) => drain(jsonRecords('f', linesOf('f', pieces(text)), ['id', 'a.b']));
const geojson = (text: string) => drain(geojsonFeatures(pieces(text)));
const rings = (text: string) => { polygonsOf({ type: 'Polygon', coordinates: JSON.parse(`[${text.slice(0, -1)}]`) as [] }); }; // prettier-ignore
const location = (text: string) => { coordinatesIn(text, 'lat,lon'); }; // prettier-ignore

test.each<[string, (text: string) => unknown, string, string?, string?]>([
  ['CSV of blank lines', csv, '\n'],
  ['CSV of CR only', csv, '\r'],
  ['CSV of one line', csv, 'a'],
  ['CSV of commas', csv, ','],
  ['CSV of quotation marks', csv, '"'],
  ['CSV of a cell that is not closed', csv, '""\n', '"'],
  ['CSV of pairs of marks in an open cell', csv, '","\n', '"'],
  ['CSV of byte order marks', csv, '\ufeff'],
  ['NDJSON of blank lines', ndjson, '\n'],
  ['NDJSON of backslashes', ndjson, '\\\\', '{"id":"', '"}'],
  ['NDJSON of deep lists', ndjson, '[', '{"id":'],
  ['GeoJSON of blank lines', geojson, '\n'],
  ['GeoJSON of blank lines before a collection', geojson, '\n', '', '{"type":"FeatureCollection","features":[]}'],
  ['GeoJSON of separators', geojson, '\x1e\n'],
  ['GeoJSON of CRLF', geojson, '\r\n'],
  ['GeoJSON of a feature and blank lines', geojson, '\n', '{"type":"Feature","properties":null,"geometry":null}\n'],
  ['GeoJSON of lines in a collection', geojson, '\n', '{"type":"FeatureCollection","features":[\n', ']}'],
  ['GeoJSON that is cut off', geojson, '[', '{"type":"FeatureCollection","features":['],
  ['empty rings', rings, '[],'],
  ['a point of WKT with blanks', location, ' ', 'POINT', 'x'],
  ['a point of WKT with letters', location, 'Z', 'POINT'],
  ['two numbers with blanks', location, ' ', '1 1', 'x'],
  ['digits', location, '1', '', 'x'],
  ['an id of blanks', readId, ' ', 'x', 'x'],
])('%s takes linear time', async (_, ...[read, repeated, begin = '', end = '']) => {
  const msOf = async (length: number): Promise<number> => {
    const text = begin + repeated.repeat(Math.ceil(length / repeated.length)) + end;
    const begun = performance.now();
    await read(text);
    return performance.now() - begun;
  };
  await msOf(SMALL / TIMES);
  const small = await msOf(SMALL);
  // Quadratic time is 16 times as much, and seconds.
  expect(await msOf(SMALL * TIMES)).toBeLessThan(2 * TIMES * small + 250);
}); // prettier-ignore
