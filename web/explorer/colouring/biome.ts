import type { LandClass } from './landClass.js';
import { UNKNOWN_COLOUR, UNKNOWN_RANK } from './unknown.js';

/** Those of RESOLVE Ecoregions 2017, in colours near to those of its map. */
const COLOURS: Readonly<Record<string, string>> = {
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
const NAMES = Object.keys(COLOURS);

export function biomeColour(name: string): string {
  return COLOURS[name] ?? UNKNOWN_COLOUR;
}

export function biomeClass(name: string | null): LandClass {
  if (name === null) return { label: 'not known', colour: UNKNOWN_COLOUR, rank: UNKNOWN_RANK };
  const position = NAMES.indexOf(name);
  return {
    label: name,
    colour: biomeColour(name),
    rank: position === -1 ? NAMES.length : position,
  };
}
