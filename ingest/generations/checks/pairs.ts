import type { Client } from '@elastic/elasticsearch';
import { chunk, compact, groupBy, maxBy } from 'es-toolkit/array';
import { percent } from '../../../core/cli/share.js';
import { distanceKm, pointOf } from '../../../core/geo/point.js';
import { fold } from '../../../indices/fold.js';
import { type Check, type Compared, liveOf } from './check.js';
import { judge } from './judge.js';
import { isMeasured } from './limits.js';
import { readByIds } from '../diff.js';
import { FEWEST_OF_COUNTRY, named, ofCountry } from './fields.js';
import { groupsOf, sampleOf } from './sample.js';

interface Named {
  id: string;
  name: string;
  country_id?: string;
  location: [longitude: number, latitude: number];
}

interface Found extends Named {
  /** It has the name of another one nearby. */
  isPaired: boolean;
}

const FIELDS = ['id', 'name', 'location', 'country_id'];
/** Each city is one more condition of a query. */
const CITIES = 500;
const CITIES_OF_COUNTRY = 80;
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
    const { client } = context;
    if (name !== 'cities') {
      const [before, after] = [await samplePlaces(client, live.index), await samplePlaces(client, index)]; // prettier-ignore
      return [compare(checked, before, after)];
    }
    // The same ids in both: few of the rows that are there twice would be in a sample of all.
    const groups = await groupsOf(client, name, index, { ofCountry: CITIES_OF_COUNTRY });
    const before: Found[] = [];
    const after: Found[] = [];
    for (const ids of chunk(
      groups.flatMap((group) => group.ids),
      CITIES,
    )) {
      before.push(...(await findPairs(client, live.index, ids)));
      after.push(...(await findPairs(client, index, ids)));
    }
    const [was, is] = [before, after].map((all) => groupBy(all, (each) => `${each.country_id}`));
    const countries = Object.entries(is ?? {}).filter(([, all]) => all.length >= FEWEST_OF_COUNTRY);
    const measures = countries.map(([country, all]) =>
      named(compare(ofCountry(checked, all.length), was?.[country] ?? [], all), country),
    );
    const all = [compare(checked, before, after), ...measures];
    return compact([maxBy(all, ({ value = 0, limit = 0 }) => value - limit)]);
  },
};

function compare(checked: Compared, ...all: [before: readonly Found[], after: readonly Found[]]) {
  const [before = 0, after = 0] = all.map((of) => of.filter(({ isPaired }) => isPaired).length / Math.max(1, of.length)); // prettier-ignore
  const counts = `${percent(after)} instead of ${percent(before)}`;
  const examples = all[1].filter(({ isPaired }) => isPaired).map(({ id }) => id);
  const atLeast = FEW / all[1].length;
  return judge(checked, 'pairs', Math.max(0, after - before), { counts, examples, atLeast });
}

function pairsAmong(sample: readonly Named[], nearby: readonly Named[]): Found[] {
  const byName = groupBy(nearby, (each) => fold(each.name));
  const isNear = (one: Named, other: Named) => distanceKm(pointOf(one.location), pointOf(other.location)) < NEAR_KM; // prettier-ignore
  return sample.map((each) => ({
    ...each,
    isPaired: byName[fold(each.name)]?.some((other) => other.id !== each.id && isNear(each, other)) === true, // prettier-ignore
  }));
}

/** Reads all places of random lands, because places have no index of locations. */
async function samplePlaces(client: Client, index: string): Promise<Found[]> {
  const hits = await sampleOf<Named>(client, index, { size: PLACES, _source: FIELDS }, 'land_id');
  const sample = hits.flatMap(({ _source: document }) => document ?? []);
  return pairsAmong(sample, sample);
}

/** Reads cities and those nearby. */
async function findPairs(client: Client, index: string, ids: string[]): Promise<Found[]> {
  const documents = await readByIds(client, index, ids, FIELDS);
  const sample = [...documents.values()] as unknown as Named[];
  return sample.length === 0 ? [] : pairsAmong(sample, await readNearby(client, index, sample));
}

async function readNearby(client: Client, index: string, sample: readonly Named[]) {
  const should = sample.map(({ location }) => ({ geo_distance: { location, distance: `${NEAR_KM}km` } })); // prettier-ignore
  const { hits } = await client.search<Named>({
    index,
    query: { bool: { should, minimum_should_match: 1 } },
    size: PLACES,
    _source: FIELDS,
    allow_partial_search_results: false,
  });
  return hits.hits.flatMap(({ _source: document }) => document ?? []);
}
