import type { LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.js';
import { idInStyle } from './sources.js';

const CITIES_FROM_ZOOM = 5;

/** Returns the map of our own data: seas, countries and borders. */
export function baseLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: idInStyle('sea'), type: 'background', paint: { 'background-color': palette.sea } },
    {
      id: idInStyle('countries'),
      type: 'fill',
      source: idInStyle('countries'),
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: idInStyle('borders'),
      type: 'line',
      source: idInStyle('borders'),
      paint: {
        'line-color': palette.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.4, 6, 1.2],
      },
    },
  ];
}

/** Returns the names, above all else. No glyphs are loaded: the browser's fonts draw them. */
export function nameLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: idInStyle('cities'),
      type: 'circle',
      source: idInStyle('cities'),
      minzoom: CITIES_FROM_ZOOM,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], CITIES_FROM_ZOOM, 0.8, 9, 2.5],
        'circle-color': palette.label,
      },
    },
    {
      id: idInStyle('city-names'),
      type: 'symbol',
      source: idInStyle('cities'),
      minzoom: CITIES_FROM_ZOOM,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.3],
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: {
        'text-color': palette.label,
        'text-halo-color': palette.halo,
        'text-halo-width': 1.4,
      },
    },
    {
      id: idInStyle('names'),
      type: 'symbol',
      source: idInStyle('names'),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 0, 10, 5, 15],
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: {
        'text-color': palette.label,
        'text-halo-color': palette.halo,
        'text-halo-width': 1.4,
      },
    },
  ];
}
