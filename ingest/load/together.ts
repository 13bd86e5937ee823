import type { Source } from '../../indices/provenance.js';
import { type Measured, measuredTogether } from './measured.js';

/** A source of rows, without the rows. */
export interface Described extends Measured {
  /** The file, as a person would look for it. */
  file: string;
  /** Identifies the data, if known. With another version, the live data is out of date. */
  version?: string;
  /** Returns the provenance, once all rows were read. */
  sources?(): readonly Source[];
  /** Returns messages for the user, once all rows were read. */
  notes?(): readonly string[];
  /** Lists the faults of the source as a whole, once all rows were read. */
  gate?(): Promise<string[]>;
}

/** Describes several sources as one. */
export function together(
  sources: readonly Described[],
): Required<Omit<Described, keyof Measured>> & Measured {
  return {
    ...measuredTogether(sources),
    file: sources.map(({ file }) => file).join(', '),
    version: sources.map(({ file, version }) => `${file} ${version ?? ''}`).join(', '),
    sources: () => sources.flatMap((source) => source.sources?.() ?? []),
    notes: () => sources.flatMap((source) => source.notes?.() ?? []),
    async gate() {
      const faults: string[] = [];
      for (const source of sources) faults.push(...((await source.gate?.()) ?? []));
      return faults;
    },
  };
}
