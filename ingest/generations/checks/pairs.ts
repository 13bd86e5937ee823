import type { Client } from '@elastic/elasticsearch';
import { groupBy, mapAsync } from 'es-toolkit/array';
import { percent } from '../../../core/cli/share.js';
import { distanceKm, pointOf } from '../../../core/geo/point.js';
import { fold } from '../../../indices/fold.js';
import { type Check, type Compared, liveOf } from './check.js';
import { judge } from './judge.js';
import { isMeasured } from './limits.js';
import { sampleOf } from './sample.js';

interface Named {
  id: string;
  name: string;
  location: [longitude: number, latitude: number];
}

/** Each city of a sample is one more condition of a query. */
const CITIES = 500;
const PLACES = 10_000;
const NEAR_KM = 1;
/** This many documents may always be in pairs. */
const FEW = 4;

/** Compares the share of documents that have the name of another one nearby. A row that is there twice has other ids. */
export const pairs: Check<Compared> = {
  name: 'pairs',
  async measure(checked) {
    const { context, name, index } = checked;
    const live = liveOf(checked);
    if (!isMeasured('pairs', name) || live === undefined) return [];
    const [before, after] = await mapAsync([live.index, index], async (each) => {
      const { sample, found } = await findPairs(context.client, name, each);
      return { found, count: sample.length, share: found.length / Math.max(1, sample.length) };
    });
    if (before === undefined || after === undefined) return [];
    const counts = `${percent(after.share)} instead of ${percent(before.share)}`;
    const examples = after.found.map(({ id }) => id);
    const atLeast = FEW / after.count;
    return [judge(checked, 'pairs', Math.max(0, after.share - before.share), { counts, examples, atLeast })]; // prettier-ignore
  },
};

/** Returns a sample, and the documents of it that have the name of another one nearby. */
async function findPairs(client: Client, name: string, index: string) {
  const isOfCities = name === 'cities';
  const wanted = { size: isOfCities ? CITIES : PLACES, _source: ['id', 'name', 'location'] };
  // Places have no index of locations. So all places of random lands are read.
  const field = isOfCities ? '_seq_no' : 'land_id';
  const hits = await sampleOf<Named>(client, index, wanted, field);
  const sample = hits.flatMap(({ _source: document }) => document ?? []);
  const nearby = isOfCities ? await readNearby(client, index, sample) : sample;
  const byName = groupBy(nearby, (each) => fold(each.name));
  const found = sample.filter((each) =>
    byName[fold(each.name)]?.some((other) => other.id !== each.id && kmOf(each, other) < NEAR_KM),
  );
  return { sample, found };
}

async function readNearby(client: Client, index: string, sample: readonly Named[]) {
  const should = sample.map(({ location }) => ({ geo_distance: { location, distance: `${NEAR_KM}km` } })); // prettier-ignore
  const { hits } = await client.search<Named>({
    index,
    query: { bool: { should, minimum_should_match: 1 } },
    size: PLACES,
    _source: ['id', 'name', 'location'],
    allow_partial_search_results: false,
  });
  return hits.hits.flatMap(({ _source: document }) => document ?? []);
}

function kmOf(one: Named, other: Named): number {
  return distanceKm(pointOf(one.location), pointOf(other.location));
}
