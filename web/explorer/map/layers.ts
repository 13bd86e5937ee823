import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl'; // prettier-ignore
import { RAMP } from '../model/landClass.js';
import type { Theme } from '../../shared/theme.js';
import { paletteOf } from './palette.js';

/** The sources of what lies over the map. */
export const OVERLAYS = ['lands', 'ring', 'radius', 'link', 'places', 'markers', 'point'] as const;
export type Overlay = (typeof OVERLAYS)[number];

export type SourceName = Overlay | 'cities' | 'names';

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

type Painted = Extract<LayerSpecification, { type: 'fill' | 'line' | 'circle' }>;
type PaintOf<Type> = NonNullable<Extract<Painted, { type: Type }>['paint']>;

/** The layers of the vector tiles. */
const TILE_LAYERS = ['countries', 'ocean', 'lakes', 'rivers', 'regions', 'borders'] as const;
type Drawn = SourceName | (typeof TILE_LAYERS)[number];

/** Returns a function that makes layers of a type. */
const painter =
  <Type extends Painted['type']>(type: Type) =>
  (drawn: Drawn, paint: PaintOf<Type>, name: string = drawn) => {
    const isInTiles = TILE_LAYERS.some((layer) => layer === drawn);
    const tiles = { source: idInStyle('atlas'), 'source-layer': drawn };
    const source = isInTiles ? tiles : { source: idInStyle(drawn) };
    return { id: idInStyle(name), type, ...source, paint } as Painted;
  };

export const fill = painter('fill');
export const line = painter('line');
const circle = painter('circle');

/** Lands have a position on the ramp, or a colour of their own. */
const LAND_COLOUR = [
  'case',
  ['==', ['typeof', ['get', 'share']], 'number'],
  ['interpolate', ['linear'], ['get', 'share'], ...RAMP.flatMap((colour, index) => [index / (RAMP.length - 1), colour])],
  ['to-color', ['get', 'colour']],
] as unknown as ExpressionSpecification; // prettier-ignore

/** The land under the pointer is opaque. */
const LAND_OPACITY: ExpressionSpecification = ['case', ['boolean', ['feature-state', 'isHovered'], false], 1, 0.7]; // prettier-ignore

/** Returns the layers of the overlays. */
export function overlayLayers(theme: Theme): LayerSpecification[] {
  const { outline, accent, built, constructible, halo } = paletteOf(theme);
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
