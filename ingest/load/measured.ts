import type { Run } from '../generations/resource.js';

/** A source, as far as it tells how long reading it takes. */
export interface Measured {
  expectedRows?: number;
  /** Of its files as they are stored. */
  expectedBytes?: number;
  /** Those read so far, in all readings. */
  bytesRead?(): number;
}

/** Returns how far the reading of a source is that begins now. */
export function extentOf(
  source: Measured,
): Pick<Run<never>, 'expectedRows' | 'expectedBytes' | 'bytesRead'> {
  const { expectedRows, expectedBytes } = source;
  const bytesRead = (): number => source.bytesRead?.() ?? 0;
  const before = bytesRead();
  return {
    ...(expectedRows !== undefined && { expectedRows }),
    ...(expectedBytes !== undefined && {
      expectedBytes,
      bytesRead: () => Math.round(bytesRead() - before),
    }),
  };
}

/** Returns how long reading several sources takes, where that is known of each. */
export function measuredTogether(sources: readonly Measured[]): Measured {
  const expectedRows = sumOf(sources.map((source) => source.expectedRows));
  const expectedBytes = sumOf(sources.map((source) => source.expectedBytes));
  return {
    ...(expectedRows !== undefined && { expectedRows }),
    ...(expectedBytes !== undefined && { expectedBytes }),
    bytesRead: () => sources.reduce((sum, source) => sum + (source.bytesRead?.() ?? 0), 0),
  };
}

function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (sum, number) => (sum === undefined || number === undefined ? undefined : sum + number),
    0,
  );
}
