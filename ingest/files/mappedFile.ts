import { csvRows } from './csv.js';
import { openDataFile } from './dataFile.js';
import { type FileRow, type MappingKind, readMapping } from './mapping.js';
import { ndjsonRows } from './ndjson.js';

/**
 * Opens a CSV or NDJSON file in UTF-8, as it is, within a `.zip`, or compressed by gzip. It is read
 * as a stream, so it may be of any size.
 * @param mappingFile the path of a file that holds a `Mapping`
 * @throws when the file cannot be read, or the mapping is not valid
 */
export async function openMappedFile<Field extends string>(
  file: string,
  mappingFile: string,
  kind: MappingKind<Field>,
) {
  const mapping = await readMapping(mappingFile, kind);
  const data = await openDataFile(file);
  let neverSeen = new Set<Field>();

  return {
    file,
    identify: data.identify,
    expectedBytes: data.bytes,
    bytesRead: () => data.bytesRead(),
    mapping,
    /** Reads the rows, in batches. */
    async *rows(): AsyncGenerator<FileRow<Field>[]> {
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
    sources: () => [data.source(), mapping.source],
  };
}
