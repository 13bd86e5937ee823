import type { LandDocument } from '../../indices/lands.js';
import type { Outcome } from '../outcome.js';
import { faultOf, toDocument } from './document.js';
import type { ClosestCities } from './facts.js';
import type { LandGroup } from './groups.js';
import type { Terrain } from './terrain.js';

/** The documents of groups of lands, or why a land cannot become one. */
export function* outcomesOf(
  groups: Iterable<LandGroup>,
  facts: ClosestCities,
  terrain: Terrain,
): Generator<Outcome<LandDocument>, void, undefined> {
  let line = 0;
  const files = new Map<string, string>();
  for (const { cell, lands } of groups) {
    for (const land of lands) {
      const row = { ...land, ...terrain.of(land.id) };
      line += 1;
      const file = files.get(row.countryId) ?? `H3 cells of ${row.countryId}`;
      files.set(row.countryId, file);
      const origin = { file, line, id: row.id };
      const reason = faultOf(row);
      yield reason === undefined
        ? { origin, document: toDocument(row, facts.of(row, cell)) }
        : { origin, reason };
    }
  }
}
