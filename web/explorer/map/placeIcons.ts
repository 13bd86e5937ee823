import type { Map as ShownMap } from 'maplibre-gl';
import { KIND_NAMES, PLACE_KINDS, type PlaceKind } from '../model/placeKinds.js';
import { idInStyle } from './layers.js';

const ICONS = import.meta.glob<string>(
  '../../../node_modules/@mapbox/maki/icons/{airport,castle,college,harbor,industry,marker,museum,park,rail,town}.svg',
  { query: '?raw', import: 'default', eager: true },
);

/** The width of an icon of Maki. */
const ICON_SIZE = 15;

/** Returns the outlines of an icon. */
function outlinesOf(kind: PlaceKind): string[] {
  const file = ICONS[`../../../node_modules/@mapbox/maki/icons/${kind}.svg`] ?? '';
  const icon = new DOMParser().parseFromString(file, 'image/svg+xml');
  return Array.from(icon.querySelectorAll('path'), (path) => path.getAttribute('d') ?? '');
}

const PIXEL_RATIO = 2;
const RADIUS = 11;
const SCALE = 0.8;

/** Adds the icons to the images of the map. */
export function addPlaceIcons(map: ShownMap): void {
  for (const kind of KIND_NAMES) {
    const id = idInStyle(kind);
    if (!map.hasImage(id)) map.addImage(id, drawIcon(kind), { pixelRatio: PIXEL_RATIO });
  }
}

/** Draws a white icon on a disc. */
function drawIcon(kind: PlaceKind): ImageData {
  const size = 2 * RADIUS * PIXEL_RATIO;
  const context = new OffscreenCanvas(size, size).getContext('2d');
  if (context === null) return new ImageData(size, size);
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  context.fillStyle = PLACE_KINDS[kind][0];
  context.strokeStyle = '#ffffff';
  context.arc(RADIUS, RADIUS, RADIUS - 1, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  const margin = RADIUS - (SCALE * ICON_SIZE) / 2;
  context.translate(margin, margin);
  context.scale(SCALE, SCALE);
  context.fillStyle = '#ffffff';
  for (const outline of outlinesOf(kind)) context.fill(new Path2D(outline));
  return context.getImageData(0, 0, size, size);
}
