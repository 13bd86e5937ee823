import { groupBy, maxBy, partition } from 'es-toolkit/array';
import { GENERATIONS } from '../../../indices/resources.js';
import { readByIds } from '../diff.js';
import { areOfSameSources, readNote } from '../provenance.js';
import { type Check, type Compared, IncomparableError, liveOf, type Measure } from './check.js';
import { fieldMeasures } from './fields.js';
import { judge } from './judge.js';
import { isMeasured } from './limits.js';
import { idsBySource } from './sample.js';

/** Large enough to estimate a share of 1 % within 0.2 %, and quick beside a load. */
const SAMPLE = 10_000;
/** A generation may always have this many more documents than the live one. */
const FEW_MORE = 1_000;

/**
 * Compares a sample of live documents with those of a new generation that have the same ids. The cities of each source
 * have a sample of their own, and so have the built-in places and the other places. The worst sample counts.
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
    for (const ids of await idsBySource(client, name, live.index, SAMPLE)) {
      const before = [...(await readByIds(client, live.index, ids, fields))];
      lacking = lacking.filter((field) => before.every(([, document]) => !(field in document)));
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
    if (lacking.length > 0 && live.count > 0) {
      const { message: complaint } = new IncomparableError(live.index, `its documents have no ${lacking.join(', ')}`); // prettier-ignore
      worst.push({ complaint });
    }
    return worst.filter(({ of }) => of !== 'primary' || isOfSameChoice);
  },
};
