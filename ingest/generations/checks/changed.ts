import type { Client } from '@elastic/elasticsearch';
import { groupBy, maxBy, partition } from 'es-toolkit/array';
import { GENERATIONS } from '../../../indices/resources.js';
import { type Fields, readByIds } from '../diff.js';
import { areOfSameSources, readNote } from '../provenance.js';
import { type Check, type Compared, IncomparableError, liveOf, type Measure } from './check.js';
import {
  countryMeasures,
  fieldMeasures,
  FEWEST_OF_COUNTRY,
  isThere,
  named,
  ofCountry,
} from './fields.js';
import { judge } from './judge.js';
import { isMeasured } from './limits.js';
import { groupsOf } from './sample.js';

type Documents = readonly [id: string, Fields][];

/** Large enough to estimate a share of 1 % within 0.2 %, and quick beside a load. */
const SAMPLE = 10_000;
/** A generation may always have this many more documents than the live one. */
const FEW_MORE = 1_000;
/** The most documents of a country that are compared. Of more documents, at least half as many are. */
const SAMPLE_OF_COUNTRY = 200;

/**
 * Compares a sample of live documents with those of a new generation that have the same ids. The cities of each source
 * and of each country have a sample of their own, and so have the built-in places and the other places. The worst one
 * counts.
 */
export const changed: Check<Compared> = {
  name: 'changed',
  async measure(checked) {
    const { context, name, index, count, sources, options, allowShrink } = checked;
    const live = liveOf(checked);
    const fields = GENERATIONS.find(({ resource }) => resource === name)?.compared;
    if (fields === undefined || live === undefined) return [];
    const { client } = context;
    const { provenance } = await readNote(client, live.index);
    // Data of other sources has other ids.
    const areOfSame = provenance !== undefined && areOfSameSources(provenance, { sources });
    const measures: Measure[] = [];
    if (areOfSame && live.count > 0 && isMeasured('growth', name)) {
      const counts = `${count} instead of ${live.count}`;
      measures.push(judge(checked, 'growth', count / live.count - 1, { counts, atLeast: FEW_MORE / live.count })); // prettier-ignore
    }
    let lacking = fields.filter((field) => field !== 'names');
    const [readLive, readNew] = [readerOf(client, live.index, fields), readerOf(client, index, fields)] as const; // prettier-ignore
    const all = { ofSource: SAMPLE, ofCountry: SAMPLE_OF_COUNTRY };
    for (const { country, ids } of await groupsOf(client, name, live.index, all)) {
      const before = [...(await readLive(ids, country === undefined))];
      lacking = lacking.filter((field) => before.every(([, document]) => !(field in document)));
      const after = await readNew(before.map(([id]) => id), country === undefined); // prettier-ignore
      const [kept, lost] = partition(before, ([id]) => after.has(id));
      if (areOfSame && !(country && allowShrink)) measures.push(...goneMeasures(checked, before, lost, country)); // prettier-ignore
      const pairs = kept.map(([id, document]) => ({ id, before: document, after: after.get(id) ?? {} })); // prettier-ignore
      measures.push(...(country ? countryMeasures(checked, country, pairs) : fieldMeasures(checked, pairs))); // prettier-ignore
    }
    const worst = Object.values(groupBy(measures, ({ of = '' }) => of)).flatMap(
      (all) => maxBy(all, ({ value = 0, limit = 0 }) => value - limit) ?? [],
    );
    // Another choice of what is primary is no fault.
    const isOfSameChoice =
      options?.primaryMinimumPopulation === provenance?.options.primaryMinimumPopulation;
    if (lacking.length > 0 && live.count > 0) {
      const { message: complaint } = new IncomparableError(live.index, `its documents have no ${lacking.join(', ')}`); // prettier-ignore
      worst.push({ complaint });
    }
    return worst.filter(({ of }) => of !== 'primary' || isOfSameChoice);
  },
};

/** Returns what reads documents. Those that are kept are not read again. */
function readerOf(client: Client, index: string, fields: string[]) {
  const kept = new Map<string, Fields>();
  return async (ids: string[], isKept: boolean): Promise<Map<string, Fields>> => {
    const missing = ids.filter((id) => !kept.has(id));
    const read = missing.length > 0 ? await readByIds(client, index, missing, fields) : new Map<string, Fields>(); // prettier-ignore
    if (isKept) for (const [id, document] of read) kept.set(id, document);
    return new Map(ids.flatMap((id) => {
      const document = kept.get(id) ?? read.get(id);
      return document === undefined ? [] : [[id, document] as const];
    })); // prettier-ignore
  };
}

/** Measures the share of documents that are gone: of a source, or of a country and its regions. */
function goneMeasures(checked: Compared, before: Documents, lost: Documents, country?: string): Measure[] {
  const shareOf = (of: Compared, all: Documents, gone: Documents) =>
    judge(of, 'gone', gone.length / all.length, { counts: `${gone.length} of ${all.length}`, examples: gone.map(([id]) => id) });
  const notAll = ({ length }: Documents) => ({ ...checked, limits: { gone: Math.max(1 - 1 / length, checked.limits?.gone ?? 0) } });
  // With --allow-shrink a source may lose documents, but not all of them.
  if (country === undefined) return [shareOf(checked.allowShrink ? notAll(before) : checked, before, lost)];
  if (before.length < FEWEST_OF_COUNTRY) return [];
  const regionOf = ([, { region_name: region }]: Documents[number]) => String(region);
  const gone = groupBy(lost, regionOf);
  const stated = before.filter(([, { region_name: region }]) => isThere(region));
  const regions = Object.entries(groupBy(stated, regionOf)).filter(([, all]) => all.length >= FEWEST_OF_COUNTRY);
  return [
    named(shareOf(ofCountry(checked, before.length), before, lost), country),
    ...regions.map(([region, all]) => named(shareOf(notAll(all), all, gone[region] ?? []), `the region ${region} of ${country}`)),
  ];
} // prettier-ignore
