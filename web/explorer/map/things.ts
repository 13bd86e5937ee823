import type { Map as ShownMap, PointLike } from 'maplibre-gl';
import { DOTS_LAYER, NAME_LAYERS } from './base.js';
import type { Thing } from './labels.js';
import { idInStyle } from './layers.js';

const LAYERS = [...['places', 'place-icons'].map(idInStyle), DOTS_LAYER, ...NAME_LAYERS];
/** The distance within which a click means a thing. */
const NEAR_PIXELS = 6;

/** Returns what is drawn at a pixel of the map, else near it. */
export function thingAt(map: ShownMap, { x, y }: { x: number; y: number }): Thing | undefined {
  const layers = LAYERS.filter((id) => map.getLayer(id));
  const near: PointLike = [x - NEAR_PIXELS, y - NEAR_PIXELS];
  const far: PointLike = [x + NEAR_PIXELS, y + NEAR_PIXELS];
  for (const area of [[x, y] satisfies PointLike, [near, far] satisfies [PointLike, PointLike]]) {
    const [feature] = map.queryRenderedFeatures(area, { layers });
    // Sources of this page have these properties.
    if (feature !== undefined) return feature.properties as Thing;
  }
  return undefined;
}
