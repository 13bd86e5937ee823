import type * as maplibre from 'maplibre-gl';
import type { Theme } from '../../shared/theme.js';
import { CITY_ZOOMS, COUNTRY_ZOOMS } from './labels.js';
import { emptySources, fill, idInStyle, line, overlayLayers, OVERLAYS } from './layers.js';
import { type Palette, paletteOf } from './palette.js';
import reliefAddress from './relief.webp?url';

/** The tiles have these zooms. */
const TILE_ZOOMS = { minzoom: 0, maxzoom: 5 };
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

/** Returns the style of the built-in map, without its labels. @param tiles the address of its tiles */
export function builtInStyle(theme: Theme, tiles: string): maplibre.StyleSpecification {
  const base: Record<string, maplibre.SourceSpecification> = {
    [idInStyle('atlas')]: { type: 'vector', tiles: [tiles], ...TILE_ZOOMS },
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

function baseLayers(
  theme: Theme,
  { sea, land, border, chosen }: Palette,
): maplibre.LayerSpecification[] {
  const filter = isCountry(undefined);
  const borderWidth: maplibre.ExpressionSpecification = [
    'interpolate',
    ['linear'],
    ['zoom'],
    0,
    0.4,
    6,
    1.2,
  ];
  return [
    { id: idInStyle('sea'), type: 'background', paint: { 'background-color': sea } },
    fill('countries', { 'fill-color': land, 'fill-antialias': false }),
    {
      id: idInStyle('relief'),
      type: 'raster',
      source: idInStyle('relief'),
      maxzoom: 5,
      paint: {
        'raster-opacity': ['interpolate', ['linear'], ['zoom'], 2.5, 1, 4, 0.4, 5, 0],
        'raster-brightness-max': theme === 'light' ? 1 : 0.36,
        'raster-saturation': theme === 'light' ? 0 : -0.4,
        'raster-fade-duration': 0,
      },
    },
    fill('lakes', { 'fill-color': sea, 'fill-antialias': false }),
    line('borders', { 'line-color': border, 'line-width': borderWidth }),
    { ...fill('countries', { 'fill-color': chosen, 'fill-opacity': 0.25 }, 'chosen'), filter },
    { ...line('countries', { 'line-color': chosen, 'line-width': 2 }, 'chosen-outline'), filter },
  ];
}

const nameLayer = (source: 'cities' | 'names', rank: number): string =>
  `${idInStyle(source)}-${rank}`;

/** The ids of the layers of names. */
export const NAME_LAYERS = [
  ...CITY_ZOOMS.map((_, rank) => nameLayer('cities', rank)),
  ...COUNTRY_ZOOMS.map((_, rank) => nameLayer('names', rank)),
];

/** The sizes of country names, by rank. */
const COUNTRY_SIZES = [15, 13.5, 12.5, 12, 11.5];

type SymbolLayer = Extract<maplibre.LayerSpecification, { type: 'symbol' }>;

/** Returns the names, above all other layers. The browser's fonts draw them, so no glyphs are loaded. */
function nameLayers({ label, faintLabel, halo }: Palette): maplibre.LayerSpecification[] {
  /** Returns the layer of a rank. The map places the names of the last layer first. */
  const names = (
    source: 'cities' | 'names',
    rank: number,
    minzoom: number,
    own: { layout: SymbolLayer['layout']; colour: string },
  ): SymbolLayer => ({
    id: nameLayer(source, rank),
    type: 'symbol',
    source: idInStyle(source),
    minzoom,
    filter: ['==', ['get', 'rank'], rank],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['sans-serif'],
      'text-max-width': 7,
      'symbol-sort-key': ['get', 'order'],
      ...own.layout,
    },
    paint: { 'text-color': own.colour, 'text-halo-color': halo, 'text-halo-width': 1.3 },
  });
  const ofCities = CITY_ZOOMS.map((zoom, rank) => {
    const size = 12.5 - rank / 2;
    const layout: SymbolLayer['layout'] = {
      'text-size': size,
      'text-anchor': 'top',
      'text-offset': [0, 0.35],
    };
    return names('cities', rank, zoom, { layout, colour: label });
  });
  const ofCountries = COUNTRY_ZOOMS.map((zoom, rank) => {
    const size = COUNTRY_SIZES[rank] ?? 11;
    const layout: SymbolLayer['layout'] = {
      'text-size': ['interpolate', ['linear'], ['zoom'], 1.5, size - 2.2, 6, size + 3],
      'text-letter-spacing': 0.03,
      'text-variable-anchor': ['center', 'bottom', 'top', 'right', 'left'],
      'text-radial-offset': 0.8,
      'text-padding': 0,
    };
    return names('names', rank, zoom, { layout, colour: rank === 0 ? label : faintLabel });
  });
  const dots: maplibre.LayerSpecification = {
    id: idInStyle('cities'),
    type: 'circle',
    source: idInStyle('cities'),
    paint: {
      'circle-radius': [
        'interpolate', ['linear'], ['zoom'],
        1, ['match', ['get', 'rank'], 0, 1.4, 1, 0.9, 0.6],
        8, ['match', ['get', 'rank'], 0, 4, 1, 3.2, 2.2],
      ], // prettier-ignore
      'circle-color': label,
      'circle-stroke-color': halo,
      'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 3, 0, 6, 1],
    },
  };
  return [dots, ...ofCities.reverse(), ...ofCountries.reverse()];
}
