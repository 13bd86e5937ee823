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

/** Returns the route that tells of the data of these resources. */
export function dataEndpoints(
  { searchTogether, describeIndices }: Pick<Searches, 'searchTogether' | 'describeIndices'>,
  resources: readonly Read[],
): Endpoint[] {
  // Of lists that stay the same, a snapshot remembers the version.
  const alone = resources.map((each) => ({ resource: each.resource, reads: [each] }));

  async function describe(live: Snapshot): Promise<(DescribedIndex | undefined)[]> {
    const described = await describeIndices(resources.map((each) => live.index(each)));
    return alone.map(({ reads }, position) => {
      const found = described[position];
      // Known to be live a moment ago, and deleted since.
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
    // A request without searches would be refused.
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
      summary: 'What is live of every resource',
      description:
        'Of countries, cities, lands, places and markers: the live generation, since when it is live, its documents and what it was made from; of countries and cities also the share of those that have a name in each language; and how many rows could not be taken. `live` is `null` for a resource that is not ingested yet.',
      parameters: noParameters,
      data: Joi.array().items(resourceDataSchema).required(),
      example: { query: {}, answer: { data: [EXAMPLE] } },
      reads: resources,
      changesInPlace: true,
      handle: async (_, live) => ({ data: await present(await describe(live)) }),
    }),
  ];
}
