import { mapAsync } from 'es-toolkit/array';
import { sumBy } from 'es-toolkit/math';
import { counted } from '../../core/cli/counted.js';
import { readUrl } from '../files/cells.js';
import type { Feature } from '../files/feature.js';
import { type DataFile, openDataFiles } from '../files/dataFile.js';
import { assertFits, openParquet, featuresOf } from '../files/parquet.js';
import { PARQUET, partsOf } from '../files/parts.js';
import { listed } from '../files/shown.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

/** Overture has more columns. Files of earlier releases lack some of the optional ones. */
const REQUIRED = ['id', 'geometry', 'names'];
const OPTIONAL = [
  'categories', 'basic_category', 'confidence', 'addresses', 'websites', 'operating_status',
]; // prettier-ignore
const CLOSED = 'permanently_closed';

/** Measured with 400,000 places that have one address and one website each: 5 kB. */
const DECODED_BYTES_PER_VALUE = 5_000;

type Address = Partial<
  Record<'freeform' | 'locality' | 'postcode' | 'region' | 'country', string | null>
>;

/** A row of the theme "places", as far as it is read. */
interface OverturePlace {
  id?: string | null;
  names?: { primary?: string | null } | null;
  categories?: { primary?: string | null } | null;
  basic_category?: string | null;
  confidence?: number | null;
  addresses?: readonly (Address | null)[] | null;
  websites?: readonly (string | null)[] | null;
  operating_status?: string | null;
}

/**
 * Returns the places of a GeoParquet file of Overture Maps, or of several, read by row groups. Overture's ids and
 * categories are kept. Places have no popularity, rating or photos.
 * @param options places with a confidence below the minimum (0 to 1) are left out
 * @throws if a file cannot be read, or has no places of Overture
 */
export async function overturePlaces(
  file: string,
  { minimumConfidence = 0 }: { minimumConfidence?: number } = {},
): Promise<PlaceSource> {
  const files = await openDataFiles(partsOf(file, PARQUET).paths);
  // All of them before the first row, so that a wrong one is reported before any change.
  const parts = await mapAsync(files, openPlaces, { concurrency: 1 });
  let unsure = 0;
  let closed = 0;

  async function* rows(): AsyncGenerator<PlaceRow> {
    unsure = 0;
    closed = 0;
    for (const { parquet, columns } of parts) {
      for await (const { line, properties, geometry } of featuresOf(parquet, columns)) {
        const place: OverturePlace = properties;
        if (place.operating_status === CLOSED) closed += 1;
        else if ((place.confidence ?? 1) < minimumConfidence) unsure += 1;
        else yield { file: parquet.data.file, line, cells: cellsOf(place, geometry) };
      }
    }
  }

  return {
    file,
    files,
    expectedRows: sumBy(parts, ({ parquet }) => Number(parquet.metadata.num_rows)),
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

/** @throws if the file has no places of Overture, or a row group does not fit into memory */
async function openPlaces(data: DataFile) {
  const parquet = await openParquet(data);
  const has = (name: string): boolean => parquet.names.includes(name);
  if (!REQUIRED.every(has) || !OPTIONAL.some(has)) {
    throw new Error(
      `${data.file} is not of Overture's theme "places", because its columns are ${listed(parquet.names)}. Download places (\`overturemaps download --type=place\`), or map a file of your own with format: parquet.`,
    );
  }
  assertFits(parquet, DECODED_BYTES_PER_VALUE);
  return { parquet, columns: [...REQUIRED, ...OPTIONAL].filter(has) };
}

function cellsOf(place: OverturePlace, geometry: Feature['geometry']): PlaceCells {
  const { addresses, websites } = place;
  const [longitude, latitude] = geometry?.type === 'Point' ? geometry.coordinates : [];
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
