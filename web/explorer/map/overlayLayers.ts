import type { LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.js';
import { idInStyle } from './sources.js';

/** Returns what shows that which is asked about, and what is there. */
export function overlayLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: idInStyle('lands'),
      type: 'fill',
      source: idInStyle('lands'),
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.6 },
    },
    {
      id: idInStyle('land-outlines'),
      type: 'line',
      source: idInStyle('lands'),
      paint: {
        'line-color': palette.outline,
        'line-width': ['case', ['get', 'isCentre'], 2.5, 0.5],
      },
    },
    {
      id: idInStyle('ring'),
      type: 'line',
      source: idInStyle('ring'),
      paint: { 'line-color': palette.accent, 'line-width': 1.5, 'line-dasharray': [4, 3] },
    },
    {
      id: idInStyle('radius'),
      type: 'line',
      source: idInStyle('radius'),
      paint: { 'line-color': palette.built, 'line-width': 1.5, 'line-dasharray': [1, 2] },
    },
    {
      id: idInStyle('link'),
      type: 'line',
      source: idInStyle('link'),
      paint: { 'line-color': palette.accent, 'line-width': 2 },
    },
    {
      id: idInStyle('places'),
      type: 'circle',
      source: idInStyle('places'),
      paint: { 'circle-radius': 7, 'circle-color': palette.accent, 'circle-opacity': 0.35 },
    },
    {
      id: idInStyle('markers'),
      type: 'circle',
      source: idInStyle('markers'),
      paint: {
        'circle-radius': 4,
        'circle-color': ['case', ['get', 'isBuilt'], palette.built, palette.constructible],
        'circle-stroke-color': palette.built,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: idInStyle('point'),
      type: 'circle',
      source: idInStyle('point'),
      paint: {
        'circle-radius': 6,
        'circle-color': palette.accent,
        'circle-stroke-color': palette.halo,
        'circle-stroke-width': 2,
      },
    },
  ];
}
