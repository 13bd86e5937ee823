import { cellToChildren, cellToParent } from 'h3-js';
import type { LandCity, LandGroupDocument, RasterWindow } from '../../indices/lands.js';
import type { LandOptions } from '../../ingest/lands/resource.js';

/** Returns a window of one cell that covers the globe. */
export function everywhere(value: number): RasterWindow {
  return {
    frame: { columns: 1, rows: 1, west: -180, north: 90, cellWidth: 360, cellHeight: 180 },
    parts: [{ column: 0, row: 0, columns: 1, rows: 1, values: [value] }],
  };
}

export const PARIS: LandCity = {
  id: 'FRA_Paris',
  country_id: 'FRA',
  name: 'Paris',
  names: { ru: 'Париж', it: 'Parigi' },
  region_name: 'Île-de-France',
  region_names: { ru: 'Иль-де-Франс' },
  primary: true,
  location: [2.3488, 48.85341],
};

export const GENTILLY: LandCity = {
  id: 'FRA_Gentilly',
  country_id: 'FRA',
  name: 'Gentilly',
  region_name: 'Île-de-France',
  primary: false,
  location: [2.34, 48.81],
};

/** The surroundings of lands of which only the country is known. */
export const UNKNOWN_SURROUNDINGS = { cities: [], heights: null, biomes: null };

/** Returns the groups of some lands, with all fields known. Other lands of the groups are sea. */
export function landGroups(
  lands: readonly string[],
  { countryId = 'FRA', ...known }: Partial<LandGroupDocument> & { countryId?: string } = {},
): LandGroupDocument[] {
  const chosen = new Set(lands);
  const cells = new Set(lands.map((land) => cellToParent(land, 4)));
  return [...cells].map((id) => ({
    id,
    country_ids: [countryId],
    owners: cellToChildren(id, 8).flatMap((land) => [chosen.has(land) ? 0 : -1, 1]),
    cities: [GENTILLY, PARIS],
    heights: everywhere(54),
    biomes: { ...everywhere(7), names: { 7: 'Tundra' } },
    ...known,
  }));
}

const nothing = { frame: everywhere(0).frame, valueAt: () => undefined };

/** Terrain without any value. */
export const UNKNOWN_TERRAIN: Required<Pick<LandOptions, 'heights' | 'biomes'>> = {
  heights: { files: [], read: () => Promise.resolve(nothing) },
  biomes: {
    files: [],
    read: () => Promise.resolve({ ...nothing, nameOf: String }),
  },
};
