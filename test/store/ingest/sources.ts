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

export const originOf = (line: number) => ({ file: 'things.csv', line, id: String(line) });

/** The outcomes of rows `1` to `count`, all with one value. */
export async function* things(count: number, value: number): AsyncGenerator<Outcome<Thing>> {
  for (let line = 1; line <= count; line += 1) {
    yield await Promise.resolve({ origin: originOf(line), document: { id: String(line), value } });
  }
}

/** A small resource of the given rows; what else a run has may be given. */
export function thingResource(
  outcomes: () => AsyncIterable<Outcome<Thing>>,
  more: { gate?: () => Promise<string[]> } = {},
): Resource<Thing> {
  const gate = more.gate ?? (() => Promise.resolve([]));
  const properties = { id: { type: 'keyword' }, value: { type: 'integer' } } as const;
  const mappings = { dynamic: 'strict', properties } as const;
  return {
    definition: { resource: 'things', settings: { number_of_shards: 1 }, mappings },
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
  const complete = rows.map((row, position) => {
    const [line, sourceId, name] = [position + 1, `${position + 1}`, `City ${position + 1}`];
    const place = { countryCode: 'FR', latitude: 48, longitude: 2, capital: false };
    return { line, sourceId, name, population: 1_000, ...place, ...row };
  });
  return cityResource({ file: 'cities.csv', rows: () => complete }, options);
}
