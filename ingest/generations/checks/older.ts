import { maxBy } from 'es-toolkit/array';
import { type FileSource, type Source } from '../../../indices/provenance.js';
import { areOfSameSources, readNote } from '../provenance.js';
import type { Check, Compared } from './check.js';

const MS_PER_DAY = 86_400_000;

type Dated = FileSource & { asOf: string };

/** Refuses sources that are older than those of the live generation, as far as their days are known. */
export const older: Check<Compared> = {
  name: 'older',
  async measure({ context: { client }, live, sources, allowOlder = false }) {
    const { provenance } = live === undefined ? {} : await readNote(client, live.index);
    if (provenance === undefined) return [];
    const [before, after] = [datedOf(provenance.sources), datedOf(sources)];
    const [, another] = after;
    const [onlyLive, anotherLive] = before;
    const isRenamed = another === undefined && anotherLive === undefined && areOfSameSources(provenance, { sources }); // prettier-ignore
    const pairs = after.flatMap((source) => {
      const same =
        before.findLast(({ name }) => name === source.name) ?? (isRenamed ? onlyLive : undefined);
      return same === undefined
        ? []
        : [{ source, same, days: daysBetween(source.asOf, same.asOf) }];
    });
    const worst = maxBy(pairs, ({ days }) => days);
    if (worst === undefined) return [];
    const { source, same, days } = worst;
    const measured = { value: Math.max(0, days), limit: 0, unit: 'days' } as const;
    if (days <= 0 || allowOlder) return [measured];
    const complaint = `its source is older than that of the live data: ${source.name} is of ${source.asOf}, and the live ${same.name} of ${same.asOf}. If that is right, use --allow-older`;
    return [{ ...measured, complaint, examples: [source.name] }];
  },
};

function datedOf(sources: readonly Source[]): Dated[] {
  return sources.filter((source): source is Dated => 'asOf' in source);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}
