import { html, render, type TemplateResult } from 'lit';
import { type LngLat, type Map as ShownMap, type MapMouseEvent, Popup } from 'maplibre-gl';
import type { Land } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import { readable } from '../panels/texts.js';
import { shownLandAt } from './features.js';
import { idInStyle } from './layers.js';

interface Handlers {
  readonly onChoose: (point: Point) => void;
  readonly onCentre: (point: Point) => void;
}

/** Reports clicks, and shows what is under the pointer. */
export function watchPointer(map: ShownMap, explorer: Explorer, handlers: Handlers): void {
  map.on('click', ({ lngLat }) => handlers.onChoose(pointOf(lngLat)));
  map.on('dblclick', (event) => {
    const point = pointOf(event.lngLat);
    if (shownLandAt(explorer, point) === undefined) return;
    // Otherwise the map zooms.
    event.preventDefault();
    handlers.onCentre(point);
  });
  // Touch screens have no hover.
  if (matchMedia('(hover: hover)').matches) showHints(map, explorer);
}

function showHints(map: ShownMap, explorer: Explorer): void {
  const content = document.createElement('div');
  const hint = new Popup({ closeButton: false, closeOnClick: false, offset: 18 });
  hint.setDOMContent(content);
  let hoveredId: string | undefined;
  const highlight = (id: string | undefined): void => {
    const source = idInStyle('lands');
    if (id === hoveredId || map.getSource(source) === undefined) return;
    if (hoveredId !== undefined) map.removeFeatureState({ source, id: hoveredId });
    if (id !== undefined) map.setFeatureState({ source, id }, { isHovered: true });
    hoveredId = id;
  };
  map.on('mousemove', (event) => {
    const place = explorer.places.data && placeAt(map, event);
    const land = shownLandAt(explorer, pointOf(event.lngLat));
    highlight(land?.id);
    if (place === undefined && land === undefined) hint.remove();
    else {
      render(place ?? (land && describeLand(land)), content);
      hint.setLngLat(event.lngLat);
      if (!hint.isOpen()) hint.addTo(map);
    }
  });
  map.on('mouseout', () => {
    highlight(undefined);
    hint.remove();
  });
}

/** Returns the name of the place under the pointer. */
function placeAt(map: ShownMap, { point }: MapMouseEvent): string | undefined {
  const layers = ['places', 'place-icons'].map(idInStyle).filter((id) => map.getLayer(id));
  const name: unknown = map.queryRenderedFeatures(point, { layers })[0]?.properties.name;
  return typeof name === 'string' ? name : undefined;
}

function describeLand(land: Land): TemplateResult {
  const { id, altitude, main_biome: biome, markers_count: markers } = land;
  return html`<code>${id}</code><br />
    ${altitude === null ? 'Altitude not known' : `${readable(altitude)} m above sea level`}<br />
    ${biome ?? 'Biome not known'}<br />
    ${readable(markers)} ${markers === 1 ? 'marker' : 'markers'}`;
}

/** Returns a place with a longitude within ±180°, which the map may exceed. */
export function pointOf(position: LngLat): Point {
  const { lat, lng } = position.wrap();
  const round = (value: number): number => Number(value.toFixed(5));
  return { latitude: round(Math.max(-90, Math.min(90, lat))), longitude: round(lng) };
}
