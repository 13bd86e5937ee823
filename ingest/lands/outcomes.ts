import { landCentre } from '../../geo/land.js';
import type { LandDocument } from '../../indices/lands.js';
import type { Outcome } from '../outcome.js';
import { faultOf, toDocument } from './document.js';
import type { ClosestCities } from './facts.js';
import type { LandGroup } from './groups.js';
import type { LandRow } from './row.js';
import type { Terrain } from './terrain.js';

/** The documents of groups of lands, or why a land cannot become one. */
export function* outcomesOf(
  groups: Iterable<LandGroup>,
  facts: ClosestCities,
  terrain: Terrain,
): Generator<Outcome<LandDocument>, void, undefined> {
  const judge = judgeOf(facts, terrain);
  for (const group of groups) yield* judge(group);
}

/** The same, group by group, of a terrain that may have to be prepared. */
export async function* preparedOutcomesOf(
  groups: Iterable<LandGroup>,
  facts: ClosestCities,
  terrain: Terrain,
): AsyncGenerator<Iterable<Outcome<LandDocument>>, void, undefined> {
  const judge = judgeOf(facts, terrain);
  for (const group of groups) {
    const preparing = terrain.prepare(group.cell);
    if (preparing !== undefined) await preparing;
    yield judge(group);
  }
}

function judgeOf(
  facts: ClosestCities,
  terrain: Terrain,
): (group: LandGroup) => Generator<Outcome<LandDocument>, void, undefined> {
  let line = 0;
  const files = new Map<string, string>();
  return function* ({ cell, lands }) {
    for (const land of lands) {
      const { id, countryId } = land;
      // To find it costs as much as all else of a land does.
      const centre = landCentre(id);
      const { altitude, biomes } = terrain.of(id, centre);
      // Not `...land`, which costs as much again.
      const row: LandRow = { id, countryId, altitude, biomes };
      line += 1;
      const file = files.get(row.countryId) ?? `H3 cells of ${row.countryId}`;
      files.set(row.countryId, file);
      const origin = { file, line, id: row.id };
      const reason = faultOf(row);
      yield reason === undefined
        ? { origin, document: toDocument(row, facts.of(row, cell, centre)) }
        : { origin, reason };
    }
  };
}
