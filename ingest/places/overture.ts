import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { openDataFile } from '../files/dataFile.js';
import { readUrl } from '../files/readings.js';
import { unreadable } from '../files/stored.js';
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
  return {
    buffer,
    metadata,
    columns: [...REQUIRED, ...OPTIONAL].filter((name) => names.has(name)),
  };
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
