import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import * as maplibre from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Camera, Point, Projection } from '../state/state.js';
import type { Box } from './box.js';
import {
  overlayLayers,
  idInStyle,
  OVERLAYS,
  type SourceName,
  builtInLayers,
  builtInStyle,
  emptySources,
} from './layers.js';
import type { Theme } from './palette.js';

// The content security policy requires a file.
maplibre.setWorkerUrl(workerAddress);

type Painted = Parameters<maplibre.Map['setPaintProperty']>;

interface Options {
  readonly camera: Camera;
  readonly projection: Projection;
  readonly theme: Theme;
  /** The address of the operator's own style. */
  readonly style: string | null;
  readonly onChoose: (point: Point) => void;
  /** Called at the end of a movement. */
  readonly onMove: (camera: Camera) => void;
  readonly onFailure: (message: string) => void;
}

/** The map. Shows data, and reports clicks and movements. */
export class WorldMap {
  readonly #map: maplibre.Map;
  readonly #hasOwnStyle: boolean;
  readonly #data = new Map<SourceName, FeatureCollection>();
  #theme: Theme;
  #projection: Projection;
  #isStyled = false;
  #isIdle = false;
  #isWaiting = false;

  constructor(container: HTMLElement, options: Options) {
    const { camera, theme, style } = options;
    this.#theme = theme;
    this.#projection = options.projection;
    this.#hasOwnStyle = style !== null;
    this.#map = new maplibre.Map({
      container,
      style: style ?? builtInStyle(theme),
      center: positionOf(camera.centre),
      zoom: camera.zoom,
      maxPitch: 0,
      dragRotate: false,
      attributionControl: {
        compact: true,
        ...(style === null ? { customAttribution: 'Borders: Natural Earth' } : {}),
      },
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
    this.#map.addControl(new maplibre.ScaleControl(), 'bottom-left');
    this.#map.on('style.load', () => {
      this.#styled();
    });
    this.#map.on('error', ({ error }) => {
      if (!this.#isStyled)
        options.onFailure(`The style of the map could not be loaded: ${error.message}`);
    });
    this.#map.on('click', ({ lngLat }) => {
      options.onChoose(pointOf(lngLat));
    });
    this.#map.on('moveend', () => {
      options.onMove(this.camera);
    });
    for (const begun of ['movestart', 'dataloading'] as const)
      this.#map.on(begun, () => {
        this.#isIdle = false;
        this.#showBusy();
      });
    this.#map.on('idle', () => {
      this.#isIdle = true;
      this.#showBusy();
    });
    this.#map.getCanvas().addEventListener('keydown', (event) => {
      if (event.key === 'Enter') options.onChoose(pointOf(this.#map.getCenter()));
    });
  }

  get camera(): Camera {
    return { centre: pointOf(this.#map.getCenter()), zoom: this.#map.getZoom() };
  }

  /** A box that holds everything in view. */
  get bounds(): Box {
    const bounds = this.#map.getBounds();
    return {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
  }

  /** Set while borders are loaded. */
  set isWaiting(isWaiting: boolean) {
    this.#isWaiting = isWaiting;
    this.#showBusy();
  }

  /** Replaces the data of a source. */
  show(name: SourceName, features: FeatureCollection['features']): void {
    const data: FeatureCollection = { type: 'FeatureCollection', features };
    this.#data.set(name, data);
    if (this.#isStyled) this.#fill(name, data);
  }

  set theme(theme: Theme) {
    if (theme === this.#theme) return;
    this.#theme = theme;
    if (this.#isStyled) this.#paint();
  }

  set projection(projection: Projection) {
    if (projection === this.#projection) return;
    this.#projection = projection;
    if (this.#isStyled) this.#project();
  }

  /** Moves at once. */
  jump({ centre, zoom }: Camera): void {
    this.#map.jumpTo({ center: positionOf(centre), zoom });
  }

  /** Flies, or moves at once if the visitor prefers reduced motion. */
  fly(point: Point, zoom: number): void {
    this.#map.flyTo({ center: positionOf(point), zoom, maxDuration: 2_500 });
  }

  flyTo({ west, south, east, north }: Box): void {
    // The flat map ends before the poles.
    const [low, high] = [Math.max(south, -80), Math.min(north, 80)];
    const box: [number, number, number, number] = [west, low, east, high];
    this.#map.fitBounds(box, { padding: 24, maxDuration: 2_500 });
  }

  #styled(): void {
    this.#isStyled = true;
    if (this.#hasOwnStyle) this.#addOverlays();
    this.#paint();
    this.#project();
    for (const [name, data] of this.#data) this.#fill(name, data);
  }

  #showBusy(): void {
    this.#map.getContainer().ariaBusy = String(this.#isWaiting || !this.#isIdle);
  }

  #addOverlays(): void {
    for (const [id, source] of Object.entries(emptySources(OVERLAYS)))
      if (this.#map.getSource(id) === undefined) this.#map.addSource(id, source);
    for (const layer of overlayLayers(this.#theme))
      if (this.#map.getLayer(layer.id) === undefined) this.#map.addLayer(layer);
  }

  #paint(): void {
    for (const { id, paint } of builtInLayers(this.#theme)) {
      if (this.#map.getLayer(id) === undefined) continue;
      for (const [property, value] of Object.entries(paint ?? {}))
        this.#map.setPaintProperty(...([id, property, value] as Painted));
    }
  }

  #project(): void {
    this.#map.setProjection({ type: this.#projection === 'globe' ? 'globe' : 'mercator' });
  }

  #fill(name: SourceName, data: FeatureCollection): void {
    const source = this.#map.getSource<maplibre.GeoJSONSource>(idInStyle(name));
    void source?.setData(data);
  }
}

function positionOf({ latitude, longitude }: Point): [number, number] {
  return [longitude, latitude];
}

/** Returns a place with a longitude within ±180°, which the map may exceed. */
function pointOf(position: maplibre.LngLat): Point {
  const { lat, lng } = position.wrap();
  const round = (value: number): number => Number(value.toFixed(5));
  return { latitude: round(Math.max(-90, Math.min(90, lat))), longitude: round(lng) };
}
