import { openMappedFile } from '../files/mappedFile.js';
import { PLACE_MAPPING } from './mappingKind.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

/**
 * The places of a CSV or NDJSON file.
 * @param mappingFile a JSON file that tells what is in which column; see `Mapping`
 * @throws when the file cannot be read, or the mapping is not valid
 */
export async function fileSource(file: string, mappingFile: string): Promise<PlaceSource> {
  const mapped = await openMappedFile(file, mappingFile, PLACE_MAPPING);
  const separator = mapped.mapping.texts.photosSeparator ?? '';

  async function* rows(): AsyncGenerator<PlaceRow> {
    for await (const read of mapped.rows()) {
      for (const row of read) {
        if ('cells' in row) splitPhotos(row.cells, separator);
        yield row;
      }
    }
  }

  return {
    file,
    version: mapped.version,
    expectedBytes: mapped.bytes,
    bytesRead: () => mapped.bytesRead(),
    rows,
    gate: () => mapped.gate(),
    sources: () => mapped.sources(),
  };
}

function splitPhotos(cells: PlaceCells, separator: string): void {
  const { photos } = cells;
  if (typeof photos === 'string') cells.photos = photos.split(separator);
}
