import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import { chunk } from 'es-toolkit/array';
import { storedPages } from '../../core/elasticsearch/storedPages.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { readByIds } from '../generations/diff.js';
import { findGenerations } from '../generations/generation.js';
import { originOf, readNote } from '../generations/provenance.js';
import type { Context, Copy, Origin, Resource } from '../generations/resource.js';
import type { Outcome } from '../load/outcome.js';

const FIELDS: (keyof MarkerDocument)[] = ['id', 'land_id', 'location'];
const PAGE = 10_000;

/** Returns the markers of a generation of places, one for each place. */
export function markersOf({ index: from, copy: ofPlaces }: Origin): Resource<MarkerDocument> {
  return {
    definition: markers,
    recipe: { places: from },
    sources: () => [{ generation: from }],
    assertDiscardable: assertNothingBuilt,
    async begin(context) {
      const { client } = context;
      const { count } = await client.count({ index: from });
      const copy = await copyOf(context, ofPlaces);
      return {
        expectedRows: copy?.changed.length ?? count,
        outcomes: readPlaces(client, from, copy?.changed),
        ...(copy && { copy }),
        async gate(index) {
          const { count: made } = await client.count({ index });
          return made === count ? [] : [`${made} markers for ${count} places`];
        },
      };
    },
  };
}

/** Returns the copy that markers are made of, if the live ones were made from the places that were copied. */
async function copyOf(context: Context, ofPlaces: Copy | undefined): Promise<Copy | undefined> {
  if (ofPlaces === undefined) return undefined;
  const { live } = await findGenerations(context, markers.resource);
  // A copy would hold the builds, too, and its original could be written again.
  if (live === undefined || (await mayHoldBuilds(context.client, live))) return undefined;
  const { provenance } = await readNote(context.client, live);
  return originOf(provenance?.sources) === ofPlaces.of ? { ...ofPlaces, of: live } : undefined;
}

/** @param ids absent: all */
async function* readPlaces(
  client: Client,
  file: string,
  ids?: readonly string[],
): AsyncGenerator<Outcome<MarkerDocument>> {
  let line = 0;
  for await (const page of pagesOf(client, file, ids))
    for (const document of page) {
      line += 1;
      yield { origin: { file, line, id: document.id }, document };
    }
}

async function* pagesOf(
  client: Client,
  index: string,
  ids: readonly string[] | undefined,
): AsyncGenerator<MarkerDocument[]> {
  if (ids === undefined) {
    const wanted = { _source: FIELDS, size: PAGE };
    for await (const hits of storedPages<MarkerDocument>(client, index, wanted))
      yield hits.flatMap(({ _source: base }) => base ?? []);
    return;
  }
  for (const some of chunk(ids, PAGE)) {
    const found = await readByIds(client, index, some, FIELDS);
    yield [...found.values()] as unknown as MarkerDocument[];
  }
}

/** True for an index of earlier versions, which stored builds in the markers. */
export async function mayHoldBuilds(client: Client, index: string): Promise<boolean> {
  const { [index]: found } = await client.indices.getMapping({ index });
  return found?.mappings.properties?.season !== undefined;
}

/**
 * Earlier versions stored builds in the markers, and their index may have lost its alias by accident.
 * @throws if builds would be lost with an index
 */
export async function assertNothingBuilt(
  { client }: Context,
  index: string,
  options?: TransportRequestOptions,
): Promise<void> {
  const query = { exists: { field: 'season' } };
  const { count } = await client.count({ index, query }, options);
  if (count === 0) return;
  throw new Error(
    `${index} is not live, but an earlier version has stored ${count} built markers in it. No changes were made. Give it its alias back (POST /_aliases), or delete it (DELETE /${index}) if it is not needed.`,
  );
}
