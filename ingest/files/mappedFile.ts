import type { FileSource } from '../../indices/provenance.js';
import { sourceFile } from '../sources/builtInFile.js';
import { csvRows } from './csv.js';
import { openDataFile } from './dataFile.js';
import { type FileRow, type Mapping, type MappingKind, readMapping } from './mapping.js';
import { ndjsonRows } from './ndjson.js';

/** A CSV or NDJSON file that is read by a mapping. */
export interface MappedFile<Field extends string> {
  file: string;
  /** Identifies the file and its mapping. */
  version: string;
  /** The size of the file as it is stored. */
  expectedBytes: number;
  /** Bytes read so far, in all readings. */
  bytesRead(): number;
  mapping: Mapping<Field>;
  /** Reads the rows, in batches. */
  rows(): AsyncGenerator<FileRow<Field>[]>;
  /** Lists the faults of the file as a whole, once all rows were read. */
  gate(): Promise<string[]>;
  /** Returns the provenance, once all rows were read. */
  sources(): FileSource[];
}

/**
 * Opens a file of text in UTF-8, as it is, within a `.zip`, or compressed by gzip. It is read as a
 * stream, so it may be of any size.
 * @param mappingFile the path of a JSON file that holds a `Mapping`
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
    expectedBytes: data.bytes,
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
