import { sumBy } from 'es-toolkit/math';
import { complaintsOf, type DataFile, type Inputs, joined } from '../files/dataFile.js';
import type { Coordinates } from '../reference/coordinates.js';
import type { ExpectedRejects } from './reasons.js';

/** A source of rows, without the rows. */
export interface Described extends Inputs<DataFile> {
  /** The path of the file. */
  file: string;
  expectedRows?: number;
  /** The numbers of files of several sources: each file is read in its own way. */
  parts?: readonly number[];
  /** Returns messages for the user, once all rows were read. */
  notes?(): readonly string[];
  /** Returns the rejects that are not a fault, once all rows were read. */
  expected?(): readonly ExpectedRejects[];
  /** Lists the faults of the source as a whole, once all rows were read. */
  faults?(): readonly string[];
}

/** Returns what several sources, read one after the other, say of themselves. */
export function together(sources: readonly Described[]): Described {
  const expectedRows = sumBy(sources, (source) => source.expectedRows ?? NaN);
  return {
    file: sources.map(({ file }) => file).join(', '),
    ...(!Number.isNaN(expectedRows) && { expectedRows }),
    ...joined(sources),
    parts: sources.flatMap(({ parts, files = [] }) => parts ?? [files.length]),
    notes: () => sources.flatMap((source) => source.notes?.() ?? []),
    expected: () => sources.flatMap((source) => source.expected?.() ?? []),
    faults: () => sources.flatMap((source) => source.faults?.() ?? []),
  };
}

/** Returns the parts of a run that begins now which a source of rows and their coordinates decide. */
export function runOfRows(source: Described, coordinates: Coordinates) {
  const { expectedRows, files = [] } = source;
  return {
    ...(expectedRows !== undefined && { expectedRows }),
    ...(files.length > 0 && {
      expectedBytes: sumBy(files, ({ bytes }) => bytes),
      bytesRead: () => sumBy(files, (file) => file.bytesRead()),
    }),
    expected: () => source.expected?.() ?? [],
    notes: () => [...(source.notes?.() ?? []), ...coordinates.warnings()],
    outside: () => coordinates.outside(),
    doubts: () => coordinates.doubts(),
    gate: async () => [...(source.faults?.() ?? []), ...(await complaintsOf(source))],
  };
}
