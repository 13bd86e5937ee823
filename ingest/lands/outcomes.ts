import type { LandDocument } from '../../indices/lands.js';
import type { Outcome } from '../outcome.js';
import { faultOf, toDocument } from './document.js';
import type { ClosestCities } from './facts.js';
import type { LandGroup } from './groups.js';

/** The documents of groups of lands, or why a land cannot become one. */
export function* outcomesOf(
  groups: Iterable<LandGroup>,
  facts: ClosestCities,
): Generator<Outcome<LandDocument>, void, undefined> {
  let line = 0;
  const files = new Map<string, string>();
  for (const { cell, lands: rows } of groups) {
    for (const row of rows) {
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
