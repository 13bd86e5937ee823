import Joi from 'joi';
import { NoSuchIndex } from '../errors.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { noParameters } from '../parameters/rules.js';
import type { DescribedIndex } from '../search/describeIndices.js';
import type { Read, Snapshot } from '../search/live.js';
import type { Searches } from '../search/search.js';
import { presentLive, presentNothing, resourceDataSchema } from './present.js';
import { countDocuments, readCounted } from './queries.js';

const EXAMPLE = {
  resource: 'places',
  live: {
    generation: 'geo-places-g20261122061500000',
    since: '2026-11-22T06:15:09.120Z',
    version: '0.1.0',
    documents: 3,
    rows: 4,
    sources: [{ name: 'places.csv', bytes: 512, sha256: 'a'.repeat(64), built_in: false }],
  },
  rejects: 1,
};

/** Returns the route that describes the data of these resources. */
export function dataEndpoints(
  { searchTogether, describeIndices }: Pick<Searches, 'searchTogether' | 'describeIndices'>,
  resources: readonly Read[],
): Endpoint[] {
  // A snapshot caches the versions of lists that stay the same.
  const alone = resources.map((each) => ({ resource: each.resource, reads: [each] }));

  async function describe(live: Snapshot): Promise<(DescribedIndex | undefined)[]> {
    const described = await describeIndices(resources.map((each) => live.index(each)));
    return alone.map(({ reads }, position) => {
      const found = described[position];
      // It was live a moment ago, and was deleted since.
      const isGone = found === undefined && live.version(reads) !== undefined;
      if (isGone) throw new NoSuchIndex(undefined);
      return found;
    });
  }

  async function present(described: readonly (DescribedIndex | undefined)[]): Promise<unknown[]> {
    const found = alone.flatMap(({ resource }, position) => {
      const index = described[position];
      return index === undefined ? [] : [{ resource, index }];
    });
    const searches = found.map(({ resource, index: { index } }) => ({
      index,
      body: countDocuments(resource),
    }));
    // Elasticsearch rejects a request without searches.
    const answers = searches.length === 0 ? [] : await searchTogether<never>(searches);
    const shown = new Map(
      found.map(({ resource, index }, position) => [
        resource,
        presentLive(resource, index, readCounted(answers[position])),
      ]),
    );
    return alone.map(({ resource }) => shown.get(resource) ?? presentNothing(resource));
  }

  return [
    lookup({
      path: '/data',
      summary: 'The live generation of every resource',
      description:
        'For countries, cities, lands, places and markers: the live generation, since when it is live, the number of its documents and its sources; for countries and cities also the share that has a name in each language; and the number of rejected rows. `live` is `null` for a resource that is not ingested yet.',
      parameters: noParameters,
      data: Joi.array().items(resourceDataSchema).required(),
      example: { query: {}, answer: { data: [EXAMPLE] } },
      reads: resources,
      changesInPlace: true,
      handle: async (_, live) => ({ data: await present(await describe(live)) }),
    }),
  ];
}
