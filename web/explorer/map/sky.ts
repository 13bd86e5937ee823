import type { LightSpecification, SkySpecification } from 'maplibre-gl';
import type { Theme } from '../theme.js';

/** Returns the atmosphere around the globe. It fades away before the map is flat. */
export function skyOf(theme: Theme): SkySpecification {
  const strength = theme === 'light' ? 0.3 : 0.6;
  return {
    'atmosphere-blend': ['interpolate', ['linear'], ['zoom'], 0, strength, 4, strength, 6, 0],
  };
}

/** The sun, in the north-west, as on the relief. Its light shows the edge of the atmosphere. */
export const SUN: LightSpecification = { anchor: 'viewport', position: [1.5, 225, 38] };
