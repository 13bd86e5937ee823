import { zip } from 'es-toolkit/array';
import { attempt } from 'es-toolkit/util';
import { clamp } from 'es-toolkit/math';
import { descendantsOf, LAND_RESOLUTION } from '../../../core/geo/land.js';
import { LandGroup } from '../../../core/lands/land.js';
import type { LandGroupDocument } from '../../../indices/lands.js';
import { DEFAULT_LANGUAGE } from '../../../indices/languages.js';
import { type Check, type Compared, IncomparableError, liveOf } from './check.js';
import { changedField, type Pair, shareOf } from './fields.js';
import { isMeasured } from './limits.js';
import { sampleOf } from './sample.js';

const GROUPS = 200;
/** Every 200th land of a group is compared. If there are few groups, more are. */
const STRIDE = 200;
const HIGHER_METRES = 100;

/** Compares random lands with the live ones. Lands that only one of the generations has are not compared. */
export const lands: Check<Compared> = {
  name: 'lands',
  async measure(checked) {
    const { context: { client }, name, index } = checked; // prettier-ignore
    const live = liveOf(checked);
    if (!isMeasured('altitude', name) || live === undefined) return [];
    const before = await sampleOf<LandGroupDocument>(client, live.index, { size: GROUPS });
    const { hits } = await client.search<LandGroupDocument>({
      index,
      query: { ids: { values: before.map(({ _id: id = '' }) => id) } },
      size: GROUPS,
      allow_partial_search_results: false,
    });
    const after = new Map(hits.hits.map(({ _id: id, _source: group }) => [id, group]));
    const pairs = before.flatMap(({ _id: id, _source: group }) =>
      pairsOf(live.index, before.length, group, after.get(id)),
    );
    return [
      shareOf(checked, 'country', pairs, changedField('country_id')),
      shareOf(checked, 'altitude', pairs, otherAltitude),
      shareOf(checked, 'closestCity', pairs, changedField('closest_city_id')),
    ];
  },
};

function pairsOf(
  live: string,
  groups: number,
  before?: LandGroupDocument,
  after?: LandGroupDocument,
): Pair[] {
  if (before === undefined || after === undefined) return [];
  const stride = clamp(groups, STRIDE / 20, STRIDE);
  const ids = descendantsOf(after.id, LAND_RESOLUTION).filter((_, at) => at % stride === 0);
  const landsOf = (document: LandGroupDocument) => {
    const group = new LandGroup(document);
    return ids.map((id) => group.land(id, DEFAULT_LANGUAGE));
  };
  const is = landsOf(after);
  const [, was] = attempt(() => landsOf(before));
  if (was === null) throw new IncomparableError(live, 'its lands are stored in another way');
  return zip(ids, was, is).flatMap(([id, old, land]) =>
    old && land ? [{ id, before: { ...old }, after: { ...land } }] : [],
  );
}

function otherAltitude(pair: Pair): string | undefined {
  const [from, to] = [pair.before.altitude, pair.after.altitude] as (number | null)[];
  if (typeof from !== 'number') return undefined;
  if (typeof to === 'number' && Math.abs(to - from) <= HIGHER_METRES) return '';
  return `altitude ${from} m → ${to ?? 'none'}${typeof to === 'number' ? ' m' : ''}`;
}
