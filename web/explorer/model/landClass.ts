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

/** The smallest and the largest value of the lands that are shown. */
export interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** Colours from the smallest to the largest value: viridis without its darkest part. */
export const RAMP = ['#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725'] as const; // prettier-ignore

export const UNKNOWN: LandClass = { label: 'not known', colour: '#9a9a9a', rank: 1_000_000 };

/** Returns the number that a land is coloured by, or null if it has none. */
function valueOf(land: Land, colouring: Colouring): number | null {
  if (colouring === 'altitude') return land.altitude;
  return colouring === 'markers' ? land.markers_count : null;
}

/** Returns undefined if the lands are coloured by class, or none has a value. */
export function rangeOf(lands: readonly Land[], colouring: Colouring): Range | undefined {
  const values = lands.flatMap((land) => valueOf(land, colouring) ?? []);
  if (values.length === 0) return undefined;
  return { minimum: Math.min(...values), maximum: Math.max(...values) };
}

/** Returns the position of a land on the ramp, from 0 to 1, or null if it has none. */
export function shareOf(land: Land, colouring: Colouring, range: Range | undefined): number | null {
  const value = valueOf(land, colouring);
  if (value === null || range === undefined) return null;
  const span = range.maximum - range.minimum;
  return span === 0 ? 0.5 : (value - range.minimum) / span;
}

/**
 * Returns the class of a land that has no position on the ramp.
 * @param nameOf returns the name of a country
 */
export function classOf(
  land: Land,
  colouring: Colouring,
  nameOf: (countryId: string) => string,
): LandClass {
  if (colouring === 'biome') return biomeClass(land.main_biome);
  return colouring === 'country' ? countryClass(land.country_id, nameOf(land.country_id)) : UNKNOWN;
}

/** Returns the classes without duplicates, in the order of the legend. */
export function legendOf(classes: readonly LandClass[]): LandClass[] {
  const entries = new Map(classes.map((landClass) => [landClass.label, landClass]));
  return [...entries.values()].sort((one, other) => one.rank - other.rank);
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
