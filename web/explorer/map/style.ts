import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'; // prettier-ignore
import { baseLayers, nameLayers } from './baseLayers.js';
import { overlayLayers } from './overlayLayers.js';
import { PALETTES, type Theme } from './palette.js';
import { BASE, idInStyle, OVERLAYS, type SourceName } from './sources.js';

const emptySource = (): GeoJSONSourceSpecification => ({
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
});

/** Returns sources without data, by their ids in the style. */
export function emptySources(
  names: readonly SourceName[],
): Record<string, GeoJSONSourceSpecification> {
  return Object.fromEntries(names.map((name) => [idInStyle(name), emptySource()]));
}

export function builtInLayers(theme: Theme): LayerSpecification[] {
  const palette = PALETTES[theme];
  return [...baseLayers(palette), ...overlayLayers(palette), ...nameLayers(palette)];
}

/** Returns the style of the built-in map, without its data. */
export function builtInStyle(theme: Theme): StyleSpecification {
  return {
    version: 8,
    sources: emptySources([...BASE, ...OVERLAYS]),
    layers: builtInLayers(theme),
  };
}
