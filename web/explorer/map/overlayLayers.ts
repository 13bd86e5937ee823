import type { LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.js';

/** What is asked about, and what is there. */
export function overlayLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'lands',
      type: 'fill',
      source: 'lands',
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.6 },
    },
    {
      id: 'land-outlines',
      type: 'line',
      source: 'lands',
      paint: {
        'line-color': palette.outline,
        'line-width': ['case', ['get', 'isCentre'], 2.5, 0.5],
      },
    },
    {
      id: 'ring',
      type: 'line',
      source: 'ring',
      paint: { 'line-color': palette.accent, 'line-width': 1.5, 'line-dasharray': [4, 3] },
    },
    {
      id: 'radius',
      type: 'line',
      source: 'radius',
      paint: { 'line-color': palette.built, 'line-width': 1.5, 'line-dasharray': [1, 2] },
    },
    {
      id: 'link',
      type: 'line',
      source: 'link',
      paint: { 'line-color': palette.accent, 'line-width': 2 },
    },
    {
      id: 'places',
      type: 'circle',
      source: 'places',
      paint: { 'circle-radius': 7, 'circle-color': palette.accent, 'circle-opacity': 0.35 },
    },
    {
      id: 'markers',
      type: 'circle',
      source: 'markers',
      paint: {
        'circle-radius': 4,
        'circle-color': ['case', ['get', 'isBuilt'], palette.built, palette.constructible],
        'circle-stroke-color': palette.built,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'point',
      type: 'circle',
      source: 'point',
      paint: {
        'circle-radius': 6,
        'circle-color': palette.accent,
        'circle-stroke-color': palette.halo,
        'circle-stroke-width': 2,
      },
    },
  ];
}
