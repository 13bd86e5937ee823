import { landsOfCountries } from '../../ingest/lands/groups.js';
import { Situations } from '../../ingest/lands/situations.js';
import type { Territory } from '../../ingest/lands/territory.js';

/** The generated lands of some of the countries, with their countries. */
export function landsOf(
  territories: readonly Territory[],
  chosen: readonly string[],
): { id: string; countryId: string }[] {
  const groups = landsOfCountries(new Situations(territories), new Set(chosen));
  return [...groups].flatMap(({ lands }) => lands);
}
