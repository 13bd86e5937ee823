import { setImmediate } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { difference, orderBy } from 'es-toolkit/array';
import { sumBy } from 'es-toolkit/math';
import { percent } from '../../../core/cli/share.js';
import { type BorderChange, borderOfRings, compareBorder } from '../../borders/compare.js';
import { ringsIn } from '../../borders/packed.js';
import { type Check, type Compared, liveOf, type Measure } from './check.js';
import { EXAMPLES, judge } from './judge.js';
import { isMeasured, type LimitName, LIMITS } from './limits.js';

/** More than there are. */
const MAX_COUNTRIES = 1_000;
/** Shorter borders say too little about the points of all. */
const LEAST_KM = 100;

/** The measures of a country. A country is reported under the first measure that it fails, because the later ones follow from it. */
const MEASURES: readonly (readonly [LimitName, (of: BorderChange) => number, (of: BorderChange) => string])[] = [
  ['border', ({ movedKm }) => movedKm, ({ id, movedKm }) => `${id} by ${movedKm.toFixed(1)} km`],
  ['lostPiece', ({ lostKm2 }) => lostKm2, ({ id, lostKm2, lostAt }) => `${id} ${Math.round(lostKm2)} km² at ${lostAt.latitude.toFixed(2)}, ${lostAt.longitude.toFixed(2)}`],
  ['lostLand', ({ lostShare }) => lostShare, ({ id, lostShare }) => `${id} ${percent(lostShare)}`],
  ['covered', ({ covered }) => covered.share, ({ id, covered }) => `${id} covers ${percent(covered.share)} of ${covered.id}`],
]; // prettier-ignore

/** Compares borders that changed with the live ones. */
export const borders: Check<Compared> = {
  name: 'borders',
  async measure(checked) {
    const { context: { client }, name, index } = checked; // prettier-ignore
    const live = liveOf(checked);
    if (!isMeasured('border', name) || live === undefined) return [];
    const before = await readBorders(client, live.index);
    const after = await readBorders(client, index);
    if (before.size === 0)
      return [{ note: `${live.index} was made by an earlier version: its borders are not compared` }]; // prettier-ignore
    const changed = [...before].flatMap(([id, text]) => {
      const now = after.get(id);
      return now === undefined || now === text ? [] : [{ id, text }];
    });
    if (changed.length === 0) return borderMeasures(checked, []);
    const others = new Map([...after].map(([id, text]) => [id, borderOfRings(ringsIn(text))]));
    const changes: BorderChange[] = [];
    for (const { id, text } of changed) {
      const border = others.get(id);
      if (border) changes.push(compareBorder(id, borderOfRings(ringsIn(text)), border, others));
      // The run's lock is renewed meanwhile.
      await setImmediate();
    }
    return borderMeasures(checked, changes);
  },
};

/** Judges changes of borders, each country by its first cause. */
export function borderMeasures(
  checked: Pick<Compared, 'name' | 'limits'>,
  changes: readonly BorderChange[],
): Measure[] {
  const detail = judge(checked, 'detail', coarserBy(changes));
  let left = detail.complaint === undefined ? changes : [];
  const measures = MEASURES.map(([of, valueOf, describe]) => {
    const { [of]: limit = LIMITS[of].default } = checked.limits ?? {};
    const worst = orderBy(left, [valueOf], ['desc']);
    const refused = worst.filter((each) => valueOf(each) > limit);
    // If most borders moved, all others changed for the same reason.
    left = refused.length > changes.length / 2 ? [] : difference(left, refused);
    const examples = (refused.length > 0 ? refused : worst).slice(0, EXAMPLES).map(describe);
    return judge(checked, of, Math.max(0, ...worst.map(valueOf)), { examples });
  });
  return [detail, ...measures];
}

/** Returns how many times fewer points for their length the borders have together. */
function coarserBy(changes: readonly BorderChange[]): number {
  const [before, after] = [0, 1].map((at) => {
    const km = sumBy(changes, (each) => each.km[at] ?? 0);
    return { km, density: sumBy(changes, (each) => each.points[at] ?? 0) / km };
  });
  if (before === undefined || after === undefined || Math.min(before.km, after.km) < LEAST_KM)
    return 1;
  return Math.max(1, before.density / after.density);
}

async function readBorders(client: Client, index: string): Promise<Map<string, string>> {
  const { hits } = await client.search({
    index,
    size: MAX_COUNTRIES,
    _source: false,
    stored_fields: ['border_packed'],
    allow_partial_search_results: false,
  });
  return new Map(
    hits.hits.flatMap(({ _id: id = '', fields = {} }) => {
      const { border_packed: [text] = [] } = fields as { border_packed?: string[] };
      return text === undefined ? [] : [[id, text] as const];
    }),
  );
}
