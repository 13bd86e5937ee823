import type { Land } from '../../client/src/routes.js';
import type { Colouring } from '../address.js';

/** Lands that are drawn in the same colour. */
export interface LandClass {
  /** The text in the legend. */
  readonly label: string;
  readonly colour: string;
  /** The position in the legend, smallest first. */
  readonly rank: number;
}

const UNKNOWN: LandClass = { label: 'not known', colour: '#9a9a9a', rank: 1_000_000 };

/** @param nameOf returns the name of a country */
export function classOf(
  land: Land,
  colouring: Colouring,
  nameOf: (countryId: string) => string,
): LandClass {
  switch (colouring) {
    case 'altitude':
      return land.altitude === null ? UNKNOWN : stepOf(land.altitude, ALTITUDES);
    case 'biome':
      return biomeClass(land.main_biome);
    case 'markers':
      return stepOf(land.markers_count, MARKER_COUNTS);
    case 'country':
      return countryClass(land.country_id, nameOf(land.country_id));
  }
}

export interface LegendEntry extends LandClass {
  readonly count: number;
}

/** Returns the classes in the order of the legend, with the number of lands in each. */
export function legendOf(classes: readonly LandClass[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const landClass of classes) {
    const count = (entries.get(landClass.label)?.count ?? 0) + 1;
    entries.set(landClass.label, { ...landClass, count });
  }
  return [...entries.values()].sort((one, other) => one.rank - other.rank);
}

/** A colour is used from this number on. */
type Step = readonly [from: number, label: string, colour: string];

const ALTITUDES: readonly Step[] = [
  [-Infinity, 'below 0 m', '#2c7fb8'],
  [0, '0 – 99 m', '#1a9850'],
  [100, '100 – 249 m', '#66bd63'],
  [250, '250 – 499 m', '#b5d96b'],
  [500, '500 – 999 m', '#fee08b'],
  [1_000, '1,000 – 1,999 m', '#f8a35c'],
  [2_000, '2,000 – 3,999 m', '#c2603a'],
  [4_000, '4,000 m and more', '#f7f4f9'],
];

const MARKER_COUNTS: readonly Step[] = [
  [0, 'none', '#d9d9e3'],
  [1, '1', '#fdd0a2'],
  [2, '2 – 4', '#fd8d3c'],
  [5, '5 – 9', '#d94801'],
  [10, '10 and more', '#7f2704'],
];

function stepOf(value: number, steps: readonly Step[]): LandClass {
  const rank = steps.findLastIndex(([from]) => value >= from);
  const [, label = '', colour = ''] = steps[rank] ?? [];
  return { label, colour, rank };
}

/** The biomes of RESOLVE Ecoregions 2017, in colours close to those of its map. */
const BIOMES: Readonly<Record<string, string>> = {
  'Tropical & Subtropical Moist Broadleaf Forests': '#2e8b3d',
  'Tropical & Subtropical Dry Broadleaf Forests': '#c9c057',
  'Tropical & Subtropical Coniferous Forests': '#8fbf4d',
  'Temperate Broadleaf & Mixed Forests': '#1f7a63',
  'Temperate Conifer Forests': '#2a6fa5',
  'Boreal Forests/Taiga': '#6fb6d9',
  'Tropical & Subtropical Grasslands, Savannas & Shrublands': '#f2a541',
  'Temperate Grasslands, Savannas & Shrublands': '#f4dd7a',
  'Flooded Grasslands & Savannas': '#7fd6d0',
  'Montane Grasslands & Shrublands': '#b58a5c',
  Tundra: '#a9c7b8',
  'Mediterranean Forests, Woodlands & Scrub': '#e0533d',
  'Deserts & Xeric Shrublands': '#c9774b',
  Mangroves: '#e0218a',
  'Rock and Ice': '#e6ebf2',
};
const BIOME_NAMES = Object.keys(BIOMES);

export function biomeColour(name: string): string {
  return BIOMES[name] ?? UNKNOWN.colour;
}

function biomeClass(name: string | null): LandClass {
  if (name === null) return UNKNOWN;
  const position = BIOME_NAMES.indexOf(name);
  const rank = position === -1 ? BIOME_NAMES.length : position;
  return { label: name, colour: biomeColour(name), rank };
}

/** Steps around the colour circle by the golden angle, so that similar codes get different colours. */
const GOLDEN_ANGLE = 137.508;

/** A country always has the same colour. */
function countryClass(id: string, name: string): LandClass {
  const letters = Array.from(id, (letter) => letter.charCodeAt(0) - 65);
  const rank = letters.reduce((sum, letter) => sum * 26 + letter, 0);
  const hue = Math.round((rank * GOLDEN_ANGLE) % 360);
  return { label: name, colour: `hsl(${hue}, 62%, 55%)`, rank };
}
