import type { LightSpecification, SkySpecification } from 'maplibre-gl';
import type { Theme } from '../theme.js';

/** Returns the atmosphere around the globe. It fades away before the map is flat. */
export function skyOf(theme: Theme): SkySpecification {
  const strength = theme === 'light' ? 0.55 : 0.7;
  return {
    'atmosphere-blend': ['interpolate', ['linear'], ['zoom'], 0, strength, 4, strength, 6, 0],
  };
}

/** The sun, above the left shoulder of the visitor. */
export const SUN: LightSpecification = { anchor: 'viewport', position: [1.5, 315, 60] };
