import Joi from 'joi';
import { fromClientError } from '../elasticsearch/failures.js';
import { NoSuchIndex } from '../errors.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { noParameters } from '../parameters/rules.js';
import type { Live, Read, Snapshot } from '../search/live.js';
import { isClosed } from '../search/readiness.js';
import type { SearchTogether } from '../search/search.js';
import { presentResource, resourceDataSchema } from './present.js';
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
  searchTogether: SearchTogether,
  readLive: Live['read'],
  resources: readonly Read[],
): Endpoint[] {
  // A snapshot caches the versions of lists that stay the same.
  const alone = resources.map((each) => [each, [each]] as const);

  async function describe(snapshot: Snapshot) {
    const found = await readLive().catch((error: unknown) => {
      throw fromClientError(error);
    });
    const described = alone.map(([each, reads]) => {
      const open = found.get(each.resource);
      const live = open && isClosed(open.state) ? undefined : open;
      // It was live a moment ago.
      if (snapshot.version(reads) !== undefined && live?.index !== snapshot.index(each))
        throw new NoSuchIndex();
      return { resource: each.resource, live };
    });
    const searches = described.flatMap(({ resource, live }) =>
      live === undefined ? [] : [{ index: live.index, body: countDocuments(resource) }],
    );
    // Elasticsearch rejects a request without searches.
    const answers = searches.length === 0 ? [] : await searchTogether<never>(searches);
    const counted = answers.values();
    return described.map(({ resource, live }) =>
      presentResource(resource, live, readCounted(live && counted.next().value)),
    );
  }

  return [
    lookup({
      path: '/data',
      summary: 'The live generation of every resource',
      description: `For ${resources.map(({ resource }) => resource).join(', ')}: the live generation, since when it is live, the number of its documents and its sources; for countries and cities also the share that has a name in each language; and the number of rejected rows. \`live\` is \`null\` for a resource that is not ingested yet.`,
      parameters: noParameters,
      data: Joi.array().items(resourceDataSchema).required(),
      example: { query: {}, answer: { data: [EXAMPLE] } },
      reads: resources,
      handle: async (_, live) => ({ data: await describe(live) }),
    }),
  ];
}
