import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'; // prettier-ignore
import { RAMP } from '../model/landClass.js';
import type { Theme } from '../theme.js';

/** The colours of the map. Lands have the same colours in both themes. */
interface Palette {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly label: string;
  readonly halo: string;
  readonly outline: string;
  readonly accent: string;
  readonly chosen: string;
  readonly built: string;
  readonly constructible: string;
}

const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    sea: '#cfe3f1',
    land: '#f7f4ec',
    border: '#8f8a80',
    label: '#3b3a37',
    halo: '#ffffff',
    outline: '#3b3a37',
    accent: '#b3261e',
    chosen: '#0b6e8f',
    built: '#6a1b9a',
    constructible: '#ffffff',
  },
  dark: {
    sea: '#10202e',
    land: '#2a333b',
    border: '#6b7782',
    label: '#e4e7ea',
    halo: '#10181f',
    outline: '#e4e7ea',
    accent: '#ff8a80',
    chosen: '#4fc3f7',
    built: '#ce93d8',
    constructible: '#10181f',
  },
};

/** The sources of what lies over the map. */
export const OVERLAYS = ['lands', 'ring', 'radius', 'link', 'places', 'markers', 'point'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** The sources of the built-in map. */
const BASE = ['countries', 'borders', 'cities', 'names'] as const;

export type SourceName = Overlay | (typeof BASE)[number];

/** Returns the id of a source or layer. The prefix avoids the names in an operator's own style. */
export function idInStyle(name: string): string {
  return `explorer-${name}`;
}

/** Returns sources without data, by their ids in the style. */
export function emptySources(
  names: readonly SourceName[],
): Record<string, GeoJSONSourceSpecification> {
  const data = { type: 'FeatureCollection' as const, features: [] };
  // Lands have ids, so that the hexagon under the pointer can be highlighted.
  const source = { type: 'geojson' as const, data, promoteId: 'id' };
  return Object.fromEntries(names.map((name) => [idInStyle(name), source]));
}

/** Returns the style of the built-in map, without its data. */
export function builtInStyle(theme: Theme): StyleSpecification {
  const sources = emptySources([...BASE, ...OVERLAYS]);
  return { version: 8, sources, layers: builtInLayers(theme) };
}

export function builtInLayers(theme: Theme): LayerSpecification[] {
  const palette = PALETTES[theme];
  return [...baseLayers(palette), ...overlayLayers(theme), ...nameLayers(palette)];
}

type Painted = Extract<LayerSpecification, { type: 'fill' | 'line' | 'circle' }>;
type PaintOf<Type> = NonNullable<Extract<Painted, { type: Type }>['paint']>;

/** Returns a function that makes layers of a type. */
const painter =
  <Type extends Painted['type']>(type: Type) =>
  (source: SourceName, paint: PaintOf<Type>, name: string = source) =>
    ({ id: idInStyle(name), type, source: idInStyle(source), paint }) as Painted;

const fill = painter('fill');
const line = painter('line');
const circle = painter('circle');

/** The layers that are filtered by the chosen country. */
export const COUNTRY_LAYERS = ['country', 'country-outline'] as const;

function baseLayers({ sea, land, border, chosen }: Palette): LayerSpecification[] {
  return [
    { id: idInStyle('sea'), type: 'background', paint: { 'background-color': sea } },
    fill('countries', { 'fill-color': land, 'fill-antialias': false }),
    line('borders', {
      'line-color': border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.4, 6, 1.2],
    }),
    fill('countries', { 'fill-color': chosen, 'fill-opacity': 0.2 }, COUNTRY_LAYERS[0]),
    line('countries', { 'line-color': chosen, 'line-width': 2 }, COUNTRY_LAYERS[1]),
  ];
}

/** Lands have a position on the ramp, or a colour of their own. */
const LAND_COLOUR = [
  'case',
  ['==', ['typeof', ['get', 'share']], 'number'],
  ['interpolate', ['linear'], ['get', 'share'], ...RAMP.flatMap((colour, index) => [index / (RAMP.length - 1), colour])],
  ['to-color', ['get', 'colour']],
] as unknown as ExpressionSpecification; // prettier-ignore

/** The land under the pointer is opaque. */
const LAND_OPACITY: ExpressionSpecification = ['case', ['boolean', ['feature-state', 'isHovered'], false], 1, 0.7]; // prettier-ignore

/** Returns the layers of what is chosen, and of what is there. */
export function overlayLayers(theme: Theme): LayerSpecification[] {
  const { outline, accent, built, constructible, halo } = PALETTES[theme];
  return [
    fill('lands', { 'fill-color': LAND_COLOUR, 'fill-opacity': LAND_OPACITY }),
    line(
      'lands',
      { 'line-color': outline, 'line-width': ['at', ['get', 'rank'], ['literal', [0.5, 2.5, 4]]] },
      'land-outlines',
    ),
    line('ring', { 'line-color': accent, 'line-width': 1.5, 'line-dasharray': [4, 3] }),
    line('radius', { 'line-color': built, 'line-width': 1.5, 'line-dasharray': [1, 2] }),
    line('link', { 'line-color': accent, 'line-width': 2 }),
    circle('places', { 'circle-radius': 7, 'circle-color': accent, 'circle-opacity': 0.2 }),
    {
      // Above the place, where its marker is.
      id: idInStyle('place-icons'),
      type: 'symbol',
      source: idInStyle('places'),
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-anchor': 'bottom',
        'icon-offset': [0, -5],
        'icon-padding': 0,
        'symbol-sort-key': ['get', 'order'],
      },
    },
    circle('markers', {
      'circle-radius': 4,
      'circle-color': ['case', ['get', 'isBuilt'], built, constructible],
      'circle-stroke-color': built,
      'circle-stroke-width': 1.5,
    }),
    circle('point', {
      'circle-radius': 6,
      'circle-color': accent,
      'circle-stroke-color': halo,
      'circle-stroke-width': 2,
    }),
  ];
}

const CITIES_FROM_ZOOM = 5;

/** Returns the names, above all other layers. The browser's fonts draw them, so no glyphs are loaded. */
function nameLayers({ label, halo }: Palette): LayerSpecification[] {
  const paint = { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.4 };
  const layout: Extract<LayerSpecification, { type: 'symbol' }>['layout'] = {
    'text-field': ['get', 'name'],
    'text-font': ['sans-serif'],
    'text-max-width': 7,
    'symbol-sort-key': ['get', 'order'],
  };
  return [
    {
      id: idInStyle('cities'),
      type: 'circle',
      source: idInStyle('cities'),
      minzoom: CITIES_FROM_ZOOM,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], CITIES_FROM_ZOOM, 0.8, 9, 2.5],
        'circle-color': label,
      },
    },
    {
      id: idInStyle('city-names'),
      type: 'symbol',
      source: idInStyle('cities'),
      minzoom: CITIES_FROM_ZOOM,
      layout: { ...layout, 'text-size': 12, 'text-anchor': 'top', 'text-offset': [0, 0.3] },
      paint,
    },
    {
      id: idInStyle('names'),
      type: 'symbol',
      source: idInStyle('names'),
      layout: { ...layout, 'text-size': ['interpolate', ['linear'], ['zoom'], 0, 10, 5, 15] },
      paint,
    },
  ];
}
