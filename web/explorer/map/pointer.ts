import { html, nothing, render, type TemplateResult } from 'lit';
import { type LngLat, type Map as ShownMap, Popup } from 'maplibre-gl';
import type { Land } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import { readable } from '../panels/texts.js';
import { shownLandAt } from './features.js';
import { idInStyle } from './layers.js';
import type { Thing } from './labels.js';
import { thingAt } from './things.js';

interface Handlers {
  readonly onChoose: (point: Point) => void;
  readonly onOpen: (thing: Thing) => void;
  readonly onCentre: (point: Point) => void;
}

/** Reports clicks, and shows what is under the pointer. */
export function watchPointer(map: ShownMap, explorer: Explorer, handlers: Handlers): void {
  map.on('click', ({ point, lngLat }) => {
    const thing = thingAt(map, point);
    if (thing === undefined) handlers.onChoose(pointOf(lngLat));
    else handlers.onOpen(thing);
  });
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
  const container = document.createElement('div');
  const hint = new Popup({ closeButton: false, closeOnClick: false, offset: 18 });
  hint.setDOMContent(container);
  let hoveredId: string | undefined;
  const highlight = (id: string | undefined): void => {
    const source = idInStyle('lands');
    if (id === hoveredId || map.getSource(source) === undefined) return;
    if (hoveredId !== undefined) map.removeFeatureState({ source, id: hoveredId });
    if (id !== undefined) map.setFeatureState({ source, id }, { isHovered: true });
    hoveredId = id;
  };
  map.on('mousemove', ({ point, lngLat }) => {
    const thing = thingAt(map, point);
    const land = thing === undefined ? shownLandAt(explorer, pointOf(lngLat)) : undefined;
    highlight(land?.id);
    map.getCanvas().style.cursor = thing === undefined && land === undefined ? '' : 'pointer';
    const content = thing === undefined ? land && describeLand(land) : describeThing(thing);
    if (content === undefined) hint.remove();
    else {
      render(content, container);
      hint.setLngLat(lngLat);
      if (!hint.isOpen()) hint.addTo(map);
    }
  });
  const hide = (): void => {
    highlight(undefined);
    hint.remove();
    map.getCanvas().style.cursor = '';
  };
  map.on('mouseout', hide);
  map.on('movestart', hide);
  // Somebody types or moves a slider, and the pointer only lies there.
  addEventListener('keydown', hide);
}

function describeThing(thing: Thing): TemplateResult {
  const isPlace = thing.kind === 'place';
  return html`<bdi>${thing.name}</bdi
    >${isPlace ? nothing : html`<br />${readable(thing.population)} inhabitants`}`;
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
