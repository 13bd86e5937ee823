import { errors, type Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import type { CityDocument } from '../../../../indices/cities.js';
import type { CityRow } from '../../../../ingest/cities/row.js';
import { citiesOf } from '../../../store/ingest/sources.js';

const REGISTRY = 'geo-city-ids';

const big = { sourceId: 'big', name: 'Saint-Denis', population: 100 };
const small = { sourceId: 'small', name: 'Saint-Denis', regionName: 'Aude', population: 10 };
const lone = { sourceId: 'lone', name: 'Le Puy', population: 1 };
const first = { big: 'FRA_Saint-Denis', small: 'FRA_Saint-Denis_Aude', lone: 'FRA_LePuy' };
const kept = { big: first.big, small: first.small };
/** Small and big, with populations the other way round. */
const swapped = [
  { ...small, population: 100 },
  { ...big, population: 10 },
];

interface Place {
  index: string;
  id: string;
}

/** Stands in for Elasticsearch: the registry of city ids, and generations of cities that are promoted at once. */
class Cluster {
  readonly registry = new Map<string, object>();
  isKilled = false;
  #generations = new Map<string, CityDocument[]>();
  #live: string | undefined;
  #previous: string | undefined;

  /** Promotes a generation of these rows, and returns its ids by source id. */
  async ingest(...rows: Partial<CityRow>[]): Promise<Record<string, string>> {
    const run = await citiesOf(rows).begin({ client: this.#client(), indexPrefix: 'geo' });
    const documents: CityDocument[] = [];
    for await (const outcome of run.outcomes) if ('document' in outcome) documents.push(outcome.document); // prettier-ignore
    const index = `geo-cities-g20260101t00000000${this.#generations.size}`;
    this.#generations.set(index, documents);
    [this.#previous, this.#live] = [this.#live, index];
    await run.afterPromotion?.(index).catch(() => undefined);
    return Object.fromEntries(documents.map((city) => [city.source_id, city.id]));
  }

  rollback(): void {
    [this.#previous, this.#live] = [this.#live, this.#previous];
  }

  #client(): Client {
    const named = (name: string, index?: string) =>
      index === undefined ? {} : { [index]: { aliases: { [name]: {} } } };
    const write = async ({ index, id, document }: Place & { document: object }, isNew: boolean) => {
      expect(index).toBe(REGISTRY);
      if (this.isKilled) throw new errors.ConnectionError('killed');
      if (isNew) expect([...this.registry.keys()]).not.toContain(id);
      this.registry.set(id, document);
      return Promise.resolve();
    };
    return {
      indices: {
        get: () => Promise.resolve({ [REGISTRY]: {} }),
        putMapping: () => Promise.resolve(),
        refresh: () => Promise.resolve(),
        getAlias: () => Promise.resolve({ ...named('geo-cities', this.#live), ...named('geo-cities-previous', this.#previous) }), // prettier-ignore
      },
      get: ({ id }: Place) => Promise.resolve({ _source: this.registry.get(id) }),
      create: (place: Place & { document: object }) => write(place, true),
      index: (place: Place & { document: object }) => write(place, false),
      openPointInTime: ({ index }: Place) => Promise.resolve({ id: index }),
      closePointInTime: () => Promise.resolve(),
      search: ({ pit }: { pit: { id: string } }) =>
        Promise.resolve({ hits: { hits: this.#generations.get(pit.id)?.map((_source) => ({ _source, sort: [] })) } }), // prettier-ignore
    } as unknown as Client;
  }
}

const put = (id: string, document: object) => (cluster: Cluster) => {
  cluster.registry.delete('coverage');
  cluster.registry.set(id, document);
};

test.each<[string, (cluster: Cluster) => void]>([
  ['is whole', () => undefined],
  ['is lost', ({ registry }) => { registry.clear(); }],
  ['has lost a part', put('0', { ids: [['lone', first.lone]] })],
  ['contradicts them', put('0', { ids: [['big', first.small], ['small', first.big]] })],
  ['covers another generation', put('coverage', { generations: ['another'], documents: 0 })],
  ['is of the generation that a rollback went back from', (cluster) => { cluster.rollback(); }],
])('ids stay if their registry %s', async (_, harm) => {
  const cluster = new Cluster();
  await cluster.ingest(big);
  expect(await cluster.ingest(big, small)).toEqual(kept);
  harm(cluster);
  expect(await cluster.ingest(...swapped)).toEqual(kept);
  await cluster.ingest(lone);
  expect(await cluster.ingest(...swapped, lone)).toEqual(first);
}); // prettier-ignore

test('ids stay if two runs in a row were killed after their promotions', async () => {
  const cluster = new Cluster();
  await cluster.ingest(lone);
  cluster.isKilled = true;
  await cluster.ingest(big);
  await cluster.ingest(lone);
  cluster.isKilled = false;
  expect(await cluster.ingest(...swapped)).toEqual(kept);
});
