import type { Source } from '../../indices/provenance.js';
import { type Measured, measuredTogether } from './measured.js';

/** What a source of rows tells of itself. */
interface Described extends Measured {
  file: string;
  version?: string;
  sources?(): readonly Source[];
  notes?(): readonly string[];
  gate?(): Promise<string[]>;
}

/** Returns what several sources together tell of themselves. */
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
