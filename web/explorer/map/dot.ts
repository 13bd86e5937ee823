import type { Map as ShownMap } from 'maplibre-gl';
import { idInStyle } from './layers.js';

/** The dot of a city. Its radius is 4 pixels. */
export const DOT = idInStyle('dot');

const SIZE = 24;
const RADIUS = 4;
/** The map draws the edge of such an image at this value, and 8 pixels from there at 1 less. */
const EDGE = 0.75;
const RANGE = 8;

/** Adds the dot to the images of the map, as distances from its edge, so that layers choose its colour. */
export function addDot(map: ShownMap): void {
  if (map.hasImage(DOT)) return;
  const image = new ImageData(SIZE, SIZE);
  const middle = (SIZE - 1) / 2;
  for (let index = 0; index < SIZE ** 2; index += 1) {
    const distance = Math.hypot((index % SIZE) - middle, Math.floor(index / SIZE) - middle);
    image.data[4 * index + 3] = 255 * (EDGE - (distance - RADIUS) / RANGE);
  }
  map.addImage(DOT, image, { sdf: true });
}
