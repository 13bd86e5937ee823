import { sum } from 'es-toolkit/math';
import { pick } from 'es-toolkit/object';
import type { Source } from '../../indices/provenance.js';
import type { ExpectedRejects } from './expected.js';

/** How long it takes to read a source. */
export interface Measured {
  /** The end of the progress bar, if known. */
  expectedRows?: number;
  /** The size of its files as they are stored: the end of the progress bar if the rows are not known. */
  expectedBytes?: number;
  /** Bytes read so far, in all readings. */
  bytesRead?(): number;
}

/** A source of rows, without the rows. */
export interface Described extends Measured {
  /** The path of the file. */
  file: string;
  /** Hashes the files, so that the provenance is known before the rows are read. */
  identify?: (() => Promise<void>) | undefined;
  /** Returns the provenance, once all rows were read, or the files identified. */
  sources?(): readonly Source[];
  /** Returns messages for the user, once all rows were read. */
  notes?(): readonly string[];
  /** Returns the rejects that are not a fault, once all rows were read. */
  expected?(): readonly ExpectedRejects[];
  /** Lists the faults of the source as a whole, once all rows were read. */
  gate?(): Promise<string[]>;
}

/** Returns how long it takes to read a source, and which of its rejects are not a fault. */
export function extentOf(source: Described): Measured & Pick<Described, 'expected'> {
  return pick(source, ['expectedRows', 'expectedBytes', 'bytesRead', 'expected']);
}

/** Returns what several sources, read one after the other, say of themselves. */
export function together(
  sources: readonly Described[],
): Required<Omit<Described, keyof Measured>> & Measured {
  const expectedRows = sumOf(sources.map((source) => source.expectedRows));
  const expectedBytes = sumOf(sources.map((source) => source.expectedBytes));
  return {
    ...(expectedRows !== undefined && { expectedRows }),
    ...(expectedBytes !== undefined && { expectedBytes }),
    bytesRead: () => sources.reduce((sum, source) => sum + (source.bytesRead?.() ?? 0), 0),
    file: sources.map(({ file }) => file).join(', '),
    identify: async () => {
      for (const source of sources) await source.identify?.();
    },
    sources: () => sources.flatMap((source) => source.sources?.() ?? []),
    notes: () => sources.flatMap((source) => source.notes?.() ?? []),
    expected: () => sources.flatMap((source) => source.expected?.() ?? []),
    gate: async () =>
      (await Promise.all(sources.map(async (source) => source.gate?.() ?? []))).flat(),
  };
}

/** Returns undefined unless all numbers are known. */
function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length < numbers.length ? undefined : sum(known);
}
