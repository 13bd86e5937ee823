import { getHeapStatistics } from 'node:v8';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type RowGroup,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { mapAsync } from 'es-toolkit/array';
import { sumBy } from 'es-toolkit/math';
import { counted } from '../../core/cli/counted.js';
import { readUrl } from '../files/cells.js';
import { type DataFile, openDataFiles } from '../files/dataFile.js';
import { reading } from '../files/openFile.js';
import { PARQUET, partsOf } from '../files/parts.js';
import { listed } from '../files/shown.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

/** Overture has more columns. Files of earlier releases lack some of the optional ones. */
const REQUIRED = ['id', 'geometry', 'names'];
const OPTIONAL = [
  'categories', 'basic_category', 'confidence', 'addresses', 'websites', 'operating_status',
]; // prettier-ignore
const CLOSED = 'permanently_closed';

/** A row group is decoded as a whole, and its places are made beside it. */
const MAX_SHARE_OF_HEAP = 0.75;
/** Measured with 400,000 places that have one address and one website each: 5 kB. */
const DECODED_BYTES_PER_VALUE = 5_000;

type Address = Partial<
  Record<'freeform' | 'locality' | 'postcode' | 'region' | 'country', string | null>
>;

/** A row of the theme "places", as far as it is read. */
interface OverturePlace {
  id?: string | null;
  geometry?: { type?: string; coordinates?: unknown } | null;
  names?: { primary?: string | null } | null;
  categories?: { primary?: string | null } | null;
  basic_category?: string | null;
  confidence?: number | null;
  addresses?: readonly (Address | null)[] | null;
  websites?: readonly (string | null)[] | null;
  operating_status?: string | null;
}

/**
 * Returns the places of a GeoParquet file of Overture Maps, or of several, read by row groups. Ids and categories
 * are those of Overture. Places have no popularity, rating or photos.
 * @param options places with a confidence below the minimum (0 to 1) are left out
 * @throws if a file cannot be read, or has no places of Overture
 */
export async function overturePlaces(
  file: string,
  { minimumConfidence = 0 }: { minimumConfidence?: number } = {},
): Promise<PlaceSource> {
  const files = await openDataFiles(partsOf(file, PARQUET).paths);
  // All of them before the first row, so that a wrong one is reported before any change.
  const parts = await mapAsync(files, openParquet, { concurrency: 1 });
  let unsure = 0;
  let closed = 0;

  async function* rows(): AsyncGenerator<PlaceRow> {
    unsure = 0;
    closed = 0;
    for (const part of parts) {
      for await (const { line, place } of placesOf(part)) {
        if (place.operating_status === CLOSED) closed += 1;
        else if ((place.confidence ?? 1) < minimumConfidence) unsure += 1;
        else yield { file: part.data.file, line, cells: cellsOf(place) };
      }
    }
  }

  return {
    file,
    files,
    expectedRows: sumBy(parts, ({ metadata }) => Number(metadata.num_rows)),
    rows,
    notes: () => {
      const notes: string[] = [];
      if (closed > 0) notes.push(`permanently closed: ${counted(closed, 'place')} of ${file}`);
      if (unsure > 0) {
        const what = `with a confidence below ${minimumConfidence}`;
        notes.push(`${what}: ${counted(unsure, 'place')} of ${file}`);
      }
      return notes;
    },
  };
}

type ParquetFile = Awaited<ReturnType<typeof openParquet>>;

async function* placesOf({ data, buffer, metadata, columns }: ParquetFile) {
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const range = { metadata, columns, rowStart, rowEnd };
    const places = await reading(
      data.file,
      parquetReadObjects({ file: buffer, compressors, ...range }),
    );
    for (const [at, place] of (places as OverturePlace[]).entries()) {
      yield { line: rowStart + at + 1, place };
    }
    rowStart = rowEnd;
  }
}

async function openParquet(data: DataFile) {
  const { file } = data;
  const buffer = await asyncBufferFromFile(file);
  const metadata = await reading(file, parquetMetadataAsync(buffer));
  const names = new Set(parquetSchema(metadata).children.map(({ element }) => element.name));
  const isGeo = metadata.key_value_metadata?.some(({ key }) => key === 'geo') === true;
  if (isGeo && !OPTIONAL.some((name) => names.has(name))) {
    throw new Error(
      `${file} is of another theme of Overture, because its columns are ${listed([...names])}. Download places: \`overturemaps download --type=place\`.`,
    );
  }
  const missing = [
    ...(isGeo ? [] : ['the metadata of GeoParquet']),
    ...REQUIRED.filter((name) => !names.has(name)).map((name) => `the column ${name}`),
  ];
  if (missing.length > 0) {
    throw new Error(
      `${file} lacks ${missing.join(', ')}. It must be a file of Overture's theme "places".`,
    );
  }
  for (const [at, group] of metadata.row_groups.entries()) assertFits(file, at + 1, group);
  const columns = [...REQUIRED, ...OPTIONAL].filter((name) => names.has(name));
  return { data, buffer, metadata, columns };
}

/** Equal rows need almost no space in the file, but all of it in memory. */
function assertFits(
  file: string,
  number: number,
  { columns, num_rows, total_byte_size }: RowGroup,
): void {
  const counts = columns.map(({ meta_data: meta }) => Number(meta?.num_values ?? 0));
  const values = Math.max(Number(num_rows), ...counts);
  const neededMiB = (values * DECODED_BYTES_PER_VALUE + Number(total_byte_size)) / 2 ** 20;
  const limitMiB = (getHeapStatistics().heap_size_limit * MAX_SHARE_OF_HEAP) / 2 ** 20;
  if (neededMiB <= limitMiB) return;
  throw new Error(
    `${file}: row group ${number} has ${num_rows} rows, up to ${values} values a column. They need about ${Math.ceil(neededMiB)} MiB of memory, of which ${Math.floor(limitMiB)} are available. Write the file in groups of 100,000 rows (\`row_group_size\` of pyarrow and GeoPandas, ROW_GROUP_SIZE of DuckDB), or allow more memory with NODE_OPTIONS=--max-old-space-size.`,
  );
}

function cellsOf(place: OverturePlace): PlaceCells {
  const { geometry, addresses, websites } = place;
  const isPoint = geometry?.type === 'Point' && Array.isArray(geometry.coordinates);
  const [longitude, latitude] = isPoint ? (geometry.coordinates as unknown[]) : [];
  const address = listOf(addresses).find((each) => each !== null);
  return {
    id: place.id,
    name: place.names?.primary,
    subtitle: address?.locality,
    category: place.categories?.primary ?? place.basic_category,
    latitude,
    longitude,
    address: address && addressOf(address),
    // A place is not rejected because of its website.
    website: listOf(websites).find((website) => website !== null && 'value' in readUrl(website)),
  };
}

/** Columns of these names may have other types in other files. */
function listOf<Item>(value: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(value) ? (value as readonly Item[]) : [];
}

/** Returns one line: the street, the postcode with the town, the region and the country. */
function addressOf({ freeform, postcode, locality, region, country }: Address): string {
  const town = [postcode, locality].filter(Boolean).join(' ');
  return [freeform, town, region, country].filter(Boolean).join(', ');
}
