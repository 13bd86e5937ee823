import type { FileSource } from '../../indices/provenance.js';
import { sourceFile } from '../sources/builtInFile.js';
import { csvRows } from './csv.js';
import { openDataFile } from './dataFile.js';
import { type Cells, type Mapping, type MappingKind, readMapping } from './mapping.js';
import { ndjsonRows } from './ndjson.js';

/** A row of a file, or why it cannot be read as one. */
export type FileRow<Field extends string> =
  /** Line of the file, from 1; the row as it stands there. */
  | { line: number; cells: Cells<Field>; row: string }
  | { line: number; id: string; reason: string; row: string };

/** A CSV or NDJSON file that is read by a mapping. */
export interface MappedFile<Field extends string> {
  file: string;
  /** Of the file and of its mapping. */
  version: string;
  /** Of the file as it is stored. */
  bytes: number;
  /** Those read so far, in all readings. */
  bytesRead(): number;
  mapping: Mapping<Field>;
  /** As many at once as are there. */
  rows(): AsyncGenerator<FileRow<Field>[]>;
  /** Lists the faults of the file as a whole, known once all rows were read. */
  gate(): Promise<string[]>;
  /** To be remembered; known once all rows were read. */
  sources(): FileSource[];
}

/**
 * Opens a file of text in UTF-8, as it is, within a `.zip`, or compressed by gzip. It is read as a
 * stream, so it may be of any size.
 * @param mappingFile a JSON file that tells what is in which column; see `Mapping`
 * @throws when the file cannot be read, or the mapping is not valid
 */
export async function openMappedFile<Field extends string>(
  file: string,
  mappingFile: string,
  kind: MappingKind<Field>,
): Promise<MappedFile<Field>> {
  const mapping = await readMapping(mappingFile, kind);
  const mappingSource = { ...sourceFile(mappingFile), role: 'mapping' as const };
  const data = await openDataFile(file);
  let neverSeen = new Set<Field>();

  return {
    file,
    version: `${data.version} ${mapping.digest}`,
    bytes: data.bytes,
    bytesRead: () => data.bytesRead(),
    mapping,
    async *rows() {
      neverSeen = new Set(mapping.fields.values());
      const lines = data.lines();
      const read =
        mapping.format === 'csv'
          ? csvRows(file, lines, mapping)
          : ndjsonRows(lines, mapping.fields);
      for await (const rows of read) {
        for (const row of rows) {
          if ('reason' in row) continue;
          for (const field of neverSeen) {
            if (row.cells[field] !== undefined) neverSeen.delete(field);
          }
          Object.assign(row.cells, mapping.constants);
        }
        yield rows;
      }
    },
    async gate() {
      const unseen = [...mapping.fields]
        .filter(([, field]) => neverSeen.has(field))
        .map(([column]) => `no line of ${file} has "${column}": correct ${mappingFile}`);
      return [...unseen, ...(await data.complaints())];
    },
    sources: () => [data.source(), mappingSource],
  };
}
