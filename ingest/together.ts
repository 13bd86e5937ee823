import type { Source } from '../indices/provenance.js';

/** What a source of rows tells of itself. */
interface Described {
  file: string;
  version?: string;
  expectedRows?: number;
  sources?(): readonly Source[];
  notes?(): readonly string[];
  gate?(): Promise<string[]>;
}

/** Returns what several sources together tell of themselves. */
export function together(
  sources: readonly Described[],
): Required<Omit<Described, 'expectedRows'>> & Pick<Described, 'expectedRows'> {
  const known = sources.map(({ expectedRows }) => expectedRows);
  const expectedRows = known.reduce<number | undefined>(
    (sum, rows) => (sum === undefined || rows === undefined ? undefined : sum + rows),
    0,
  );
  return {
    file: sources.map(({ file }) => file).join(', '),
    version: sources.map(({ file, version }) => `${file} ${version ?? ''}`).join(', '),
    ...(expectedRows !== undefined && { expectedRows }),
    sources: () => sources.flatMap((source) => source.sources?.() ?? []),
    notes: () => sources.flatMap((source) => source.notes?.() ?? []),
    async gate() {
      const faults: string[] = [];
      for (const source of sources) faults.push(...((await source.gate?.()) ?? []));
      return faults;
    },
  };
}
