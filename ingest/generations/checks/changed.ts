import type { Client, estypes } from '@elastic/elasticsearch';
import { groupBy, maxBy, partition } from 'es-toolkit/array';
import { GENERATIONS } from '../../../indices/resources.js';
import { byId, contents, type Fields, readByIds } from '../diff.js';
import { areOfSameSources, readNote } from '../provenance.js';
import { type Check, type Compared, liveOf, type Measure } from './check.js';
import { fieldMeasures } from './fields.js';
import { judge } from './judge.js';
import { isMeasured } from './limits.js';
import { sampleOf } from './sample.js';

type Query = estypes.QueryDslQueryContainer;

/** Large enough to estimate a share of 1 % within 0.2 %, and quick beside a load. */
const SAMPLE = 10_000;
/** A generation may always have this many more documents than the live one. */
const FEW_MORE = 1_000;

/** Finds the built-in places by their ids, because no stored field has the source of a place. */
export const BUILT_IN_PLACES = {
  regexp: {
    id: '(geonames|ourairports|gppd|pleiades|imls|obdb|inrail|ipeds|db|wpi|ror|irail|ne|whs)-.*',
  },
};

/**
 * Finds the cities whose source ids begin with the `source` of a mapping. Lenient, because the field could not be
 * searched in earlier indices: all their cities count as one source.
 */
const OWN_CITIES = {
  query_string: { query: 'source_id:/[a-zA-Z][a-zA-Z0-9]*-.*/', lenient: true },
};

/**
 * Compares random live documents with those of a new generation that have the same ids. Few documents of a
 * source could be missing from a sample of all. So the cities of each source have a sample of their own, and
 * so have the built-in places and the other places. The worst sample counts.
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
    for (const query of await queriesOf(client, name, live.index)) {
      const wanted = { ...contents(fields), size: SAMPLE };
      const before = [...byId(await sampleOf<Fields>(client, live.index, wanted, { query }))];
      if (before.length === 0) continue;
      const after = await readByIds(client, index, before.map(([id]) => id), fields); // prettier-ignore
      const [kept, lost] = partition(before, ([id]) => after.has(id));
      if (areOfSame) {
        const found = { counts: `${lost.length} of ${before.length}`, examples: lost.map(([id]) => id) }; // prettier-ignore
        // With --allow-shrink a source may lose documents, but not all of them.
        const most = allowShrink ? { limits: { gone: 1 - 1 / before.length } } : {};
        measures.push(judge({ ...checked, ...most }, 'gone', lost.length / before.length, found));
      }
      const pairs = kept.map(([id, document]) => ({ id, before: document, after: after.get(id) ?? {} })); // prettier-ignore
      measures.push(...fieldMeasures(checked, pairs));
    }
    const worst = Object.values(groupBy(measures, ({ of = '' }) => of)).flatMap(
      (all) => maxBy(all, ({ value = 0, limit = 0 }) => value - limit) ?? [],
    );
    // Another choice of what is primary is no fault.
    const isOfSameChoice =
      options?.primaryMinimumPopulation === provenance?.options.primaryMinimumPopulation;
    return worst.filter(({ of }) => of !== 'primary' || isOfSameChoice);
  },
};

/** Returns queries for the documents of each source, as far as the documents tell it. */
export async function queriesOf(client: Client, name: string, index: string): Promise<Query[]> {
  if (name === 'places') return [BUILT_IN_PLACES, { bool: { must_not: BUILT_IN_PLACES } }];
  const sources: Query[] = [];
  for (;;) {
    const others = { bool: { must_not: sources } };
    if (name !== 'cities') return [others];
    const query = { bool: { ...others.bool, filter: OWN_CITIES } };
    const { hits } = await client.search<Fields>({ index, query, size: 1, ...contents(['source_id']) }); // prettier-ignore
    const [first] = byId(hits.hits).values();
    if (first === undefined) return [...sources, others];
    sources.push({ prefix: { source_id: (first.source_id as string).replace(/-.*/s, '-') } });
  }
}
