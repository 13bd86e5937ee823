import { sumBy } from 'es-toolkit/math';
import { complaintsOf } from '../files/dataFile.js';
import type { Described } from '../load/measured.js';
import type { Coordinates } from './coordinates.js';

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
    doubts: () => coordinates.doubts(),
    gate: async () => [...(source.faults?.() ?? []), ...(await complaintsOf(source))],
  };
}
