import { cityResource, type CityOptions } from '../../../ingest/cities/resource.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import type { Outcome } from '../../../ingest/load/outcome.js';
import type { FileSource } from '../../../indices/provenance.js';
import type { Resource } from '../../../ingest/generations/resource.js';
import type { CityDocument } from '../../../indices/cities.js';

export interface Thing {
  id: string;
  value: number;
}

/** The outcomes of rows `1` to `count`, all with one value. */
export async function* things(count: number, value: number): AsyncGenerator<Outcome<Thing>> {
  for (let line = 1; line <= count; line += 1) {
    await Promise.resolve();
    yield { origin: originOf(line), document: { id: String(line), value } };
  }
}

export function originOf(line: number): { file: string; line: number; id: string } {
  return { file: 'things.csv', line, id: String(line) };
}

/** A small resource of the given rows; what else a run has may be given. */
export function thingResource(
  outcomes: () => AsyncIterable<Outcome<Thing>>,
  more: { gate?: () => Promise<string[]>; beforePromotion?: () => Promise<void> } = {},
): Resource<Thing> {
  const gate = more.gate ?? (() => Promise.resolve([]));
  return {
    definition: {
      resource: 'things',
      settings: { number_of_shards: 1 },
      mappings: {
        dynamic: 'strict',
        properties: { id: { type: 'keyword' }, value: { type: 'integer' } },
      },
    },
    recipe: {},
    begin: () => Promise.resolve({ outcomes: outcomes(), ...more, gate }),
  };
}

/** A file that passes for one of the project's. */
export const builtInSource = (name: string): FileSource => ({
  name,
  bytes: 1,
  sha256: '0'.repeat(64),
  builtIn: true,
});

/** The cities of these rows, of which only what matters needs to be given. */
export function citiesOf(
  rows: readonly Partial<CityRow>[],
  options?: CityOptions,
): Resource<CityDocument> {
  const complete = rows.map((row, position) => ({
    line: position + 1,
    sourceId: String(position + 1),
    countryCode: 'FR',
    name: `City ${position + 1}`,
    population: 1_000,
    latitude: 48,
    longitude: 2,
    capital: false,
    ...row,
  }));
  return cityResource({ file: 'cities.csv', version: '1', rows: () => complete }, options);
}
