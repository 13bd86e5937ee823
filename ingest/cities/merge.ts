import type { CityRow } from './row.js';

/** The fields that a source may leave out. */
type Optional = Pick<CityRow, 'names' | 'regionName' | 'regionNames' | 'population' | 'timeZone'>;

/** Keeps what earlier sources say of cities that later ones have, too, as one text a city. */
export class EarlierRows {
  readonly #rows = new Map<string, string>();

  /** Keeps a row that a later one replaces. */
  add(row: CityRow): void {
    const { names, regionName, regionNames, population, timeZone } = this.complete(row);
    const kept = { names, regionName, regionNames, population, timeZone };
    this.#rows.set(row.sourceId, JSON.stringify(kept));
  }

  /** Returns a row with the fields of earlier ones that it lacks. */
  complete(row: CityRow): CityRow {
    const kept = this.#rows.get(row.sourceId);
    return kept === undefined ? row : merged(JSON.parse(kept) as Optional, row);
  }
}

/** Names of a region are those of another one if the later source puts the city elsewhere. */
function merged(earlier: Optional, later: CityRow): CityRow {
  const { regionName = earlier.regionName } = later;
  return {
    ...earlier,
    ...later,
    names: { ...earlier.names, ...later.names },
    regionNames: {
      ...(regionName === earlier.regionName && earlier.regionNames),
      ...later.regionNames,
    },
  };
}
