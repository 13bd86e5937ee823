import { getHeapStatistics } from 'node:v8';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { openDataFile } from '../files/dataFile.js';
import { readUrl } from '../files/readings.js';
import { unreadable } from '../files/openFile.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

export interface OvertureOptions {
  /** From 0 to 1; places that Overture is less sure of are left out. */
  minimumConfidence?: number;
}

/** Those that are read; Overture has more, and files of earlier releases lack some. */
const REQUIRED = ['id', 'geometry', 'names'];
const OPTIONAL = [
  'categories',
  'basic_category',
  'confidence',
  'addresses',
  'websites',
  'operating_status',
];
const CLOSED = 'permanently_closed';

/** Of the memory: a row group is decoded as a whole, and what it is made into stands beside it. */
const MAX_SHARE_OF_HEAP = 0.75;
/** Measured at 400,000 places with one address and one website each: 5 kB. */
const DECODED_BYTES_PER_VALUE = 5_000;

interface Address {
  freeform?: string | null;
  locality?: string | null;
  postcode?: string | null;
  region?: string | null;
  country?: string | null;
}

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
 * The places of a GeoParquet file of Overture Maps. It is read row group by row group. Ids and
 * categories are those of Overture; a place has neither popularity nor rating nor photos.
 * @throws when the file cannot be read, or holds no places of Overture
 */
export async function overturePlaces(
  file: string,
  { minimumConfidence = 0 }: OvertureOptions = {},
): Promise<PlaceSource> {
  const data = await openDataFile(file);
  const { buffer, metadata, columns } = await openParquet(file);
  let unsure = 0;
  let closed = 0;

  async function* rows(): AsyncGenerator<PlaceRow> {
    unsure = 0;
    closed = 0;
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const places = await parquetReadObjects({
        file: buffer,
        metadata,
        columns,
        rowStart,
        rowEnd,
        compressors,
      }).catch((error: unknown) => {
        throw unreadable(file, error);
      });
      for (const [at, place] of (places as OverturePlace[]).entries()) {
        if (place.operating_status === CLOSED) closed += 1;
        else if ((place.confidence ?? 1) < minimumConfidence) unsure += 1;
        else yield { line: rowStart + at + 1, cells: cellsOf(place) };
      }
      rowStart = rowEnd;
    }
    await data.identify();
  }

  return {
    file,
    version: `${data.version} ${minimumConfidence}`,
    expectedRows: Number(metadata.num_rows),
    rows,
    sources: () => [data.source()],
    notes: () => [
      ...(closed > 0 ? [`${closed} places of ${file} are closed for good`] : []),
      ...(unsure > 0
        ? [`${unsure} places of ${file} have a confidence below ${minimumConfidence}`]
        : []),
    ],
    gate: () => data.complaints(),
  };
}

async function openParquet(file: string) {
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const [root, ...elements] = metadata.schema;
  const names = new Set(root === undefined ? [] : elements.map(({ name }) => name));
  const isGeo = metadata.key_value_metadata?.some(({ key }) => key === 'geo') === true;
  const missing = [
    ...(isGeo ? [] : ['the metadata of GeoParquet']),
    ...REQUIRED.filter((name) => !names.has(name)).map((name) => `the column ${name}`),
  ];
  if (missing.length > 0) {
    throw new Error(
      `${file} lacks ${missing.join(', ')}: it is to be a file of Overture's theme "places".`,
    );
  }
  for (const [at, group] of metadata.row_groups.entries()) assertFits(file, at + 1, group);
  return {
    buffer,
    metadata,
    columns: [...REQUIRED, ...OPTIONAL].filter((name) => names.has(name)),
  };
}

/** Equal rows take next to nothing in the file, and all they need in memory. */
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
    `${file}: row group ${number} has ${num_rows} rows, up to ${values} values a column, which take about ${Math.ceil(neededMiB)} MiB of memory, and there are ${Math.floor(limitMiB)} for it: write it in groups of 100,000 rows (\`row_group_size\` of pyarrow and GeoPandas, ROW_GROUP_SIZE of DuckDB), or allow more with NODE_OPTIONS=--max-old-space-size.`,
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
    // One that is no address is not worth the place.
    website: listOf(websites).find((website) => website !== null && 'value' in readUrl(website)),
  };
}

/** Files of others may hold something else in columns of these names. */
function listOf<Item>(value: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(value) ? (value as readonly Item[]) : [];
}

/** In one line: the street, the town with its postcode, the region and the country. */
function addressOf({ freeform, postcode, locality, region, country }: Address): string {
  const town = [postcode, locality].filter(Boolean).join(' ');
  return [freeform, town, region, country].filter(Boolean).join(', ');
}
