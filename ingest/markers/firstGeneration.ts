import { type MarkerDocument, markers } from '../../indices/markers.js';
import { places as placesIndex } from '../../indices/places.js';
import { findGenerations } from '../generations/generation.js';
import type { Outcome } from '../load/outcome.js';
import type { RememberedOptions, Source } from '../../indices/provenance.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import { assertNothingBuilt } from './builtStates.js';
import { readPlaces } from './comparison.js';
import type { ReadTarget } from './readById.js';

/** Tells what markers are made from: with other places, they are out of date. */
export function madeFrom(
  places: string,
  options: RememberedOptions = {},
): Pick<Resource, 'definition' | 'recipe' | 'sources' | 'options'> {
  const sources = (): Source[] => [{ generation: places }];
  return { definition: markers, recipe: { places }, sources, options };
}

/**
 * The first markers, one for each place of a generation. Later ones are never made so, because
 * built states are in the live markers only.
 */
export function firstMarkers(places: string, target: ReadTarget): Resource<MarkerDocument> {
  async function* outcomes(): AsyncGenerator<Outcome<MarkerDocument>> {
    let line = 0;
    for await (const document of readPlaces(target, places)) {
      line += 1;
      yield { origin: { file: places, line, id: document.id }, document };
    }
  }

  async function begin({ client, indexPrefix }: Context): Promise<Run<MarkerDocument>> {
    // Looked at under the lock, for what is live now may hold built states.
    const { live } = await findGenerations(client, indexPrefix, markers.resource);
    if (live !== undefined) {
      throw new Error(`${live} went live meanwhile: ingest the markers again, in place.`);
    }
    const { live: present } = await findGenerations(client, indexPrefix, placesIndex.resource);
    if (present !== places) {
      throw new Error(`${places} is not live any more: ingest the markers again.`);
    }
    const { count: expectedRows } = await client.count({ index: places });
    return {
      expectedRows,
      outcomes: outcomes(),
      async gate(index) {
        const { count } = await client.count({ index });
        return count === expectedRows ? [] : [`${count} markers for ${expectedRows} places`];
      },
    };
  }

  return {
    ...madeFrom(places),
    begin,
    assertDiscardable: assertNothingBuilt,
  };
}
