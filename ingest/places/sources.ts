import { mapAsync } from 'es-toolkit/array';
import { openMappedFile } from '../files/mappedFile.js';
import type { Mapping } from '../files/mapping.js';
import { TextTable, Uint32List } from '../files/packed.js';
import { PARQUET } from '../files/parts.js';
import { members, path, share } from '../files/rules.js';
import { type DatedSource, type MappedSource, sourceList } from '../files/sourceList.js';
import { together } from '../load/source.js';
import { overturePlaces } from './overture.js';
import {
  PHOTOS_SEPARATOR,
  PLACE_MAPPING,
  type PlaceCells,
  type PlaceField,
  type PlaceRow,
  type PlaceSource,
} from './row.js';

/** The section of the sources file. */
export interface PlaceSources {
  from?: readonly ('built-in' | ((MappedSource | OvertureSource) & DatedSource))[];
}

interface OvertureSource {
  overture: string;
  minimumConfidence?: number;
}

export const placeSection = members({
  from: sourceList(
    {
      overture: {
        overture: path('Places of Overture Maps, in GeoParquet', PARQUET).required(),
        minimumConfidence: share('Less certain ones are left out'),
      },
    },
    PLACE_MAPPING,
  ),
});

/**
 * Opens the places that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function openPlaces(
  from: NonNullable<PlaceSources['from']> = ['built-in'],
  builtIn: () => PlaceSource,
): Promise<PlaceSource> {
  const open = async (each: (typeof from)[number]): Promise<PlaceSource> => {
    if (each === 'built-in') return builtIn();
    const isMapped = 'file' in each;
    const source = await (isMapped ? mappedPlaces(each.file, each.mapping) : overturePlaces(each.overture, each)); // prettier-ignore
    for (const file of source.files ?? []) file.declareDay(each.as_of);
    return source;
  };
  return severalPlaces(await mapAsync(from, open, { concurrency: 1 }));
}

/**
 * Returns the places of a CSV, NDJSON or GeoJSON file.
 * @throws if the file cannot be read, or the mapping is not valid
 */
export async function mappedPlaces(file: string, mapping: string | object): Promise<PlaceSource> {
  return await openMappedFile<PlaceField, PlaceRow>(file, mapping, PLACE_MAPPING, (row, read) =>
    'cells' in row ? { ...row, cells: splitPhotos(row.cells, read) } : row,
  );
}

/** Returns the cells of a row with its photos as a list. */
export function splitPhotos(cells: PlaceCells, mapping?: Mapping<PlaceField>): PlaceCells {
  if (typeof cells.photos !== 'string') return cells;
  const { photosSeparator = PHOTOS_SEPARATOR } = mapping?.texts ?? {};
  return { ...cells, photos: cells.photos.split(photosSeparator) };
}

/**
 * Returns several sources, one after the other. If two of them have a place with the same id, the
 * later row is a reject that names both. (Elasticsearch rejects such rows of a single source.)
 */
export function severalPlaces(sources: readonly PlaceSource[]): PlaceSource {
  const [only, another] = sources;
  if (only !== undefined && another === undefined) return only;
  let ids = new TextTable();
  let sourceOfId = new Uint32List();
  let current = 0;

  async function* rows(): AsyncGenerator<PlaceRow> {
    [ids, sourceOfId] = [new TextTable(), new Uint32List()];
    for (const [rank, source] of sources.entries()) {
      current = rank;
      for await (const row of source.rows()) yield { ...row, file: row.file ?? source.file };
    }
  }

  return {
    ...together(sources),
    rows,
    earlierWith(id) {
      const number = ids.add(id);
      if (number === sourceOfId.length) sourceOfId.push(current);
      const first = sourceOfId.get(number);
      return first === current ? undefined : sources[first]?.file;
    },
  };
}
