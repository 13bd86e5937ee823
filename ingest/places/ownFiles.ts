import type { Mapping } from '../files/mapping.js';
import { openMappedFile } from '../files/mappedFile.js';
import { TextTable, Uint32List } from '../files/packed.js';
import { readId } from '../files/cells.js';
import { jsonOf } from '../files/shown.js';
import { together } from '../load/source.js';
import {
  PHOTOS_SEPARATOR,
  PLACE_MAPPING,
  type PlaceCells,
  type PlaceField,
  type PlaceRow,
  type PlaceSource,
} from './row.js';

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

  async function* rows(): AsyncGenerator<PlaceRow> {
    const ids = new TextTable();
    const sourceOfId = new Uint32List();

    function earlierSource(row: PlaceRow, rank: number): PlaceSource | undefined {
      const id = 'cells' in row ? readId(row.cells.id) : { value: null };
      if ('fault' in id || id.value === null) return undefined;
      const size = ids.size;
      const number = ids.add(id.value);
      if (number === size) sourceOfId.set(number, rank);
      const first = sourceOfId.get(number);
      return first === rank ? undefined : sources[first];
    }

    for (const [rank, source] of sources.entries()) {
      for await (const row of source.rows()) {
        const file = row.file ?? source.file;
        const earlier = earlierSource(row, rank);
        if (earlier === undefined || 'reason' in row) yield { ...row, file };
        else {
          const { line, cells, row: text = jsonOf(cells) } = row;
          const reason = `${earlier.file} has a place with the same id`;
          yield { line, file, id: String(cells.id), reason, row: text };
        }
      }
    }
  }

  return { ...together(sources), rows };
}
