import type * as maplibre from 'maplibre-gl';
import { hexagons, relief, tiles } from 'virtual:atlas';
import type { Theme } from '../../shared/theme.js';
import { DOT } from './dot.js';
import { CITY_ZOOMS, COUNTRY_ZOOMS, SMALL_CAPITALS } from './labels.js';
import { emptySources, fill, idInStyle, line, overlayLayers, OVERLAYS } from './layers.js';
import { type Palette, paletteOf } from './palette.js';
import { ALTITUDES, HEXAGONS_TO_ZOOM } from '../model/firstView.js';
import reliefAddress from './relief.webp?url';

/** The tiles have these zooms. */
const TILE_ZOOMS = { minzoom: 0, maxzoom: 5 };
/** The pictures of the finer relief. */
const RELIEF_TILES = { minzoom: 3, maxzoom: 3, tileSize: 1_024 };
/** The edge of the flat map, where it is a square. */
const EDGE = 85.0511;

/** Returns the atmosphere around the globe. It fades away before the map is flat. */
export function skyOf(theme: Theme): maplibre.SkySpecification {
  const strength = theme === 'light' ? 0.3 : 0.6;
  return {
    'atmosphere-blend': ['interpolate', ['linear'], ['zoom'], 0, strength, 4, strength, 6, 0],
  };
}

/** The sun, in the north-west, as on the relief. Its light shows the edge of the atmosphere. */
export const SUN: maplibre.LightSpecification = { anchor: 'viewport', position: [1.5, 225, 38] };

/** Returns the style of the built-in map, without its labels. */
export function builtInStyle(theme: Theme): maplibre.StyleSpecification {
  const base: Record<string, maplibre.SourceSpecification> = {
    [idInStyle('atlas')]: { type: 'vector', tiles: [tiles], ...TILE_ZOOMS },
    [idInStyle('fine-relief')]: { type: 'raster', tiles: [relief], ...RELIEF_TILES },
    [idInStyle('hexagons')]: { type: 'vector', tiles: [hexagons], maxzoom: 0 },
    [idInStyle('relief')]: {
      type: 'image',
      url: new URL(reliefAddress, location.href).href,
      coordinates: [[-180, EDGE], [180, EDGE], [180, -EDGE], [-180, -EDGE]], // prettier-ignore
    },
  };
  const sources = { ...base, ...emptySources([...OVERLAYS, 'cities', 'names']) };
  return { version: 8, sources, layers: builtInLayers(theme), sky: skyOf(theme), light: SUN };
}

export function builtInLayers(theme: Theme): maplibre.LayerSpecification[] {
  const palette = paletteOf(theme);
  return [...baseLayers(theme, palette), ...overlayLayers(theme), ...nameLayers(palette)];
}

/** The layers of the chosen country. Their filter selects the country. */
export const CHOSEN_LAYERS = ['chosen', 'chosen-outline'].map(idInStyle);

export function isCountry(id: string | undefined): maplibre.FilterSpecification {
  return ['==', ['get', 'id'], id ?? ''];
}

const ALTITUDE_COLOUR = [
  'step', ['get', 'altitude'], ALTITUDES[0]?.colour ?? '',
  ...ALTITUDES.slice(1).flatMap(({ meters, colour }) => [meters, colour]),
] as unknown as maplibre.ExpressionSpecification; // prettier-ignore

function baseLayers(
  theme: Theme,
  { sea, river, land, border, chosen }: Palette,
): maplibre.LayerSpecification[] {
  const filter = isCountry(undefined);
  const reliefPaint = {
    'raster-brightness-max': theme === 'light' ? 1 : 0.36,
    'raster-saturation': theme === 'light' ? 0 : -0.4,
    'raster-fade-duration': 0,
  };
  const borderWidth: maplibre.ExpressionSpecification =
    ['interpolate', ['linear'], ['zoom'], 0, 0.4, 6, 1.2]; // prettier-ignore
  return [
    { id: idInStyle('sea'), type: 'background', paint: { 'background-color': sea } },
    fill('countries', { 'fill-color': land, 'fill-antialias': false }),
    {
      id: idInStyle('relief'),
      type: 'raster',
      source: idInStyle('relief'),
      maxzoom: 5,
      paint: {
        ...reliefPaint,
        'raster-opacity': ['interpolate', ['linear'], ['zoom'], 4, 1, 5, 0],
      },
    },
    {
      id: idInStyle('fine-relief'),
      type: 'raster',
      source: idInStyle('fine-relief'),
      minzoom: 4,
      paint: {
        ...reliefPaint,
        'raster-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 4.5, 1, 7, 0.9, 9, 0.6, 12, 0.35],
      }, // prettier-ignore
    },
    // It hides the blurred edge of the relief.
    fill('ocean', { 'fill-color': sea, 'fill-antialias': false }),
    line('rivers', {
      'line-color': river,
      'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.5, 10, 2.5],
      // Closer, they would be seen beside their beds.
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 9, 1, 11, 0],
    }),
    fill('lakes', { 'fill-color': sea, 'fill-antialias': false }),
    line('regions', {
      'line-color': border,
      'line-opacity': 0.5,
      'line-width': 0.7,
      'line-dasharray': [3, 2],
    }),
    {
      id: idInStyle('hexagons'),
      type: 'fill',
      source: idInStyle('hexagons'),
      'source-layer': 'hexagons',
      maxzoom: HEXAGONS_TO_ZOOM,
      paint: {
        'fill-color': ALTITUDE_COLOUR,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 3, 0.75, HEXAGONS_TO_ZOOM, 0],
      },
    },
    line('borders', { 'line-color': border, 'line-width': borderWidth }),
    { ...fill('countries', { 'fill-color': chosen, 'fill-opacity': 0.25 }, 'chosen'), filter },
    { ...line('countries', { 'line-color': chosen, 'line-width': 2 }, 'chosen-outline'), filter },
  ];
}

interface NameLayer {
  readonly id: string;
  readonly group: 'cities' | 'names' | 'leads';
  readonly rank: number;
  readonly minzoom: number;
  readonly maxzoom?: number;
}

/** Returns the layers of a group. Names of the lowest ranks are placed last. */
const layersOf = (group: NameLayer['group'], zooms: readonly number[]): NameLayer[] =>
  zooms
    .map((minzoom, rank) => ({ id: `${idInStyle(group)}-${rank}`, group, rank, minzoom }))
    .reverse();

/** The map places the names of the last layer first. */
const NAMES: readonly NameLayer[] = [
  // On an island, the name of the country comes before that of its small capital until there is room for both.
  {
    id: idInStyle('small-capitals'),
    group: 'leads',
    rank: SMALL_CAPITALS,
    minzoom: 5,
    maxzoom: CITY_ZOOMS[SMALL_CAPITALS],
  },
  ...layersOf('cities', CITY_ZOOMS),
  ...layersOf('names', COUNTRY_ZOOMS),
  ...layersOf('leads', CITY_ZOOMS),
];

/** The ids of the layers of names. */
export const NAME_LAYERS = NAMES.map(({ id }) => id);

/** The sizes of country names, by rank. */
const COUNTRY_SIZES = [15, 13.5, 12.5, 12, 11.5];
/** From this zoom on, cities without room for their names are dots. */
const DOTS_FROM_ZOOM = 7;
export const DOTS_LAYER = idInStyle('cities');

type SymbolLayer = Extract<maplibre.LayerSpecification, { type: 'symbol' }>;

/** Returns the names, above all other layers. The browser's fonts draw them, so no glyphs are loaded. */
function nameLayers({ label, faintLabel, halo }: Palette): maplibre.LayerSpecification[] {
  const dots: maplibre.LayerSpecification = {
    id: DOTS_LAYER,
    type: 'circle',
    source: idInStyle('cities'),
    minzoom: DOTS_FROM_ZOOM,
    paint: {
      // Around large cities there are hundreds, of which few have room for their names.
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 7, 1.3, 9, 2.2],
      'circle-opacity': ['interpolate', ['linear'], ['zoom'], 7, 0.6, 9, 1],
      'circle-color': label,
      'circle-stroke-color': halo,
      'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 7, 0.3, 9, 1],
    },
  };
  const names = NAMES.map(({ id, group, rank, ...zooms }): SymbolLayer => {
    const isCountry = group === 'names';
    return {
      id,
      type: 'symbol',
      source: idInStyle(isCountry ? 'names' : 'cities'),
      ...zooms,
      filter: ['all', ['==', ['get', 'rank'], rank], ['==', ['get', 'leads'], group === 'leads']],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-max-width': 7,
        'text-justify': 'auto',
        'symbol-sort-key': ['get', 'order'],
        ...(isCountry ? countryLayout(rank) : cityLayout(rank)),
      },
      paint: {
        // On the cells of the first view, faint names cannot be read.
        'text-color':
          isCountry && rank > 0 ? ['step', ['zoom'], label, HEXAGONS_TO_ZOOM, faintLabel] : label,
        'text-halo-color': halo,
        'text-halo-width': 1.3,
        'icon-color': label,
        'icon-halo-color': halo,
        'icon-halo-width': 1,
      },
    };
  });
  return [dots, ...names];
} // prettier-ignore

function countryLayout(rank: number): SymbolLayer['layout'] {
  const size = COUNTRY_SIZES[rank] ?? 11;
  return {
    'text-size': ['interpolate', ['linear'], ['zoom'], 1.5, size - 2.2, 6, size + 3],
    'text-letter-spacing': 0.03,
    'text-variable-anchor': ['center', 'bottom', 'top', 'right', 'left'],
    'text-radial-offset': 0.8,
    'text-padding': 0,
  };
}

function cityLayout(rank: number): SymbolLayer['layout'] {
  const sizeAt = (zoom: number): number => (1 + zoom / 8) / (2 + rank / 5);
  return {
    'text-size': Math.max(10.5, 12.5 - rank / 2),
    'text-variable-anchor': [
      'top', 'bottom', 'left', 'right', 'top-left', 'top-right', 'bottom-left', 'bottom-right',
    ],
    'text-radial-offset': 0.45,
    'icon-image': DOT,
    'icon-size': ['interpolate', ['linear'], ['zoom'], 1, sizeAt(1), 8, sizeAt(8)],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    'icon-padding': 0,
  }; // prettier-ignore
}
