import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sourceFile } from '../builtInFile.js';
import { csvRows } from './csv.js';
import { unreadable } from './fileText.js';
import { type Mapping, readMapping } from './mapping.js';
import { ndjsonRows } from './ndjson.js';
import type { PlaceCells, PlaceField, PlaceRow, PlaceSource } from './row.js';

/**
 * The places of a CSV or NDJSON file, in UTF-8, decompressed when it is called `.gz`. It is read as
 * a stream, so it may be of any size.
 * @param mappingFile a JSON file that tells what is in which column; see `Mapping`
 * @throws when the file cannot be read, or the mapping is not valid
 */
export async function fileSource(file: string, mappingFile: string): Promise<PlaceSource> {
  const mapping = await readMapping(mappingFile);
  const mappingSource = { ...sourceFile(mappingFile), role: 'mapping' as const };
  const version = await versionOf(file);
  let neverSeen = new Set<PlaceField>();
  let hash = createHash('sha256');
  let size = 0;

  async function* rows(): AsyncGenerator<PlaceRow> {
    neverSeen = new Set(mapping.fields.values());
    hash = createHash('sha256');
    size = 0;
    const onBytes = (bytes: Uint8Array): void => {
      hash.update(bytes);
      size += bytes.length;
    };
    const rowsOf = mapping.format === 'csv' ? csvRows : ndjsonRows;
    for await (const row of rowsOf(file, mapping, onBytes)) {
      if ('reason' in row) yield row;
      else {
        for (const field of neverSeen) if (row.cells[field] !== undefined) neverSeen.delete(field);
        yield { line: row.line, cells: complete(row.cells, mapping) };
      }
    }
  }

  async function gate(): Promise<string[]> {
    const complaints = [...mapping.fields]
      .filter(([, field]) => neverSeen.has(field))
      .map(([column]) => `no line of ${file} has "${column}": correct ${mappingFile}`);
    if ((await versionOf(file)) !== version) {
      complaints.push(`${file} was changed while it was read: ingest it again`);
    }
    return complaints;
  }

  return {
    file,
    version: `${version} ${mapping.digest}`,
    rows,
    gate,
    sources: () => {
      // A copy: a hash tells its digest once only.
      const sha256 = hash.copy().digest('hex');
      return [{ name: basename(file), bytes: size, sha256 }, mappingSource];
    },
  };
}

/** @throws when it cannot be read, or is no file */
async function versionOf(file: string): Promise<string> {
  try {
    const status = await stat(file);
    if (!status.isFile()) throw new Error('it is no file');
    return `${status.size} ${status.mtimeMs}`;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function complete(cells: PlaceCells, { constants, photosSeparator }: Mapping): PlaceCells {
  const { photos } = cells;
  if (typeof photos === 'string') cells.photos = photos.split(photosSeparator);
  return Object.assign(cells, constants);
}
