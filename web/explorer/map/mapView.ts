import 'maplibre-gl/dist/maplibre-gl.css';
import type { Feature } from 'geojson';
import * as maplibre from 'maplibre-gl';
import { capitals, labels } from 'virtual:atlas';
import workerAddress from 'virtual:map-worker';
import { shownTheme } from '../../shared/theme.js';
import type { Camera, Point } from '../address.js';
import { type Explorer, LISTED_CITIES } from '../model/explorer.js';
import * as base from './base.js';
import { MapCamera } from './camera.js';
import { areCellsLoaded } from './cells.js';
import { addDot } from './dot.js';
import { overlaysOf } from './features.js';
import { angleBetween } from './geometry.js';
import { discOf } from './globe.js';
import { cityFeatures, type IsInSight, nameFeatures, reachOf, type Thing } from './labels.js';
import { emptySources, idInStyle, overlayLayers, OVERLAYS, type SourceName } from './layers.js';
import { addPlaceIcons } from './placeIcons.js';
import { pointOf, watchPointer } from './pointer.js';

// The content security policy requires a file.
maplibre.setWorkerUrl(workerAddress);

type Painted = Parameters<maplibre.Map['setPaintProperty']>;

const ATTRIBUTION = 'Natural Earth, GeoNames, SRTM30, RESOLVE Ecoregions';
/** From this zoom on, more cities of the countries in view are shown. */
const CITIES_FROM_ZOOM = 4.5;
/** The edge of the globe is out of view above this zoom. */
const GLOBE_UP_TO_ZOOM = 6;
/** Flat from zoom 8 on. MapLibre's own globe is flat from 12 on, and shows some sky below the map before. */
const GLOBE: NonNullable<maplibre.ProjectionSpecification['type']> = [
  'interpolate', ['linear'], ['zoom'], 6, 'vertical-perspective', 8, 'mercator',
]; // prettier-ignore
const SMALL_PIXELS = 640;
const LOOK_AFTER_MS = 3_000;

interface Options {
  /** The address of the operator's own style. */
  readonly style: string | null;
  readonly onChoose: (point: Point) => void;
  /** Called after a click on a name or a dot. */
  readonly onOpen: (thing: Thing) => void;
  /** Called after a double click on a land. */
  readonly onCentre: (point: Point) => void;
  /** Called at the end of a movement. */
  readonly onMove: (camera: Camera) => void;
  /** Called once the map is drawn. */
  readonly onReady: () => void;
  /** Called with undefined when the failure is over. */
  readonly onFailure: (message: string | undefined) => void;
}

/** Draws the state of the page on the map, and reports clicks and movements. */
export class MapView {
  readonly camera: MapCamera;
  readonly #map: maplibre.Map;
  readonly #explorer: Explorer;
  readonly #options: Options;
  readonly #data = new Map<SourceName, Feature[]>();
  readonly #capitals: ReadonlySet<string> = new Set(capitals);
  /** The inputs that each part of the map was drawn from. */
  readonly #drawn = new Map<string, readonly unknown[]>();
  #isStyled = false;
  #hasFailed = false;
  #look: ReturnType<typeof setTimeout> | undefined;

  /** @throws Error if the browser cannot draw maps */
  constructor(container: HTMLElement, explorer: Explorer, options: Options) {
    const { style, onChoose, onFailure } = options;
    this.#explorer = explorer;
    this.#options = options;
    const map = new maplibre.Map({
      container,
      style: style ?? base.builtInStyle(shownTheme()),
      maxPitch: 0,
      dragRotate: false,
      attributionControl: {
        compact: true,
        ...(style === null ? { customAttribution: ATTRIBUTION } : {}),
      },
    });
    this.#map = map;
    this.camera = new MapCamera(map, explorer);
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(new maplibre.ScaleControl(), 'bottom-left');
    map.on('style.load', () => this.#styled());
    map.on('error', ({ error, ...event }) => {
      if (!this.#isStyled) onFailure(`The style of the map could not be loaded: ${error.message}`);
      else if ('sourceId' in event && event.sourceId === idInStyle('atlas')) this.#fail();
    });
    watchPointer(map, explorer, options);
    map.on('resize', () => this.camera.fit());
    map.on('moveend', () => {
      if (this.#hasFailed) this.#reload();
      this.#lookLater();
      this.update();
      if (!this.camera.isFitted)
        options.onMove({ centre: pointOf(map.getCenter()), zoom: map.getZoom() });
    });
    map.on('dataloading', () => this.#showBusy(true));
    map.on('idle', () => {
      this.#lookAround();
      this.#showBusy(false);
    });
    map.getCanvas().addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') onChoose(pointOf(map.getCenter()));
    });
    this.update();
  }

  /** Draws what has changed. */
  update(): void {
    const { address, names, located, lands, places, markers } = this.#explorer;
    const { point, country, land, colouring, showsMarkers, radiusMeters, projection } = address;
    this.#ifChanged('style', [shownTheme(), projection, country], () => {
      if (this.#isStyled) this.#paint();
    });
    const answers = [located, lands, places, markers, names].map(({ data }) => data);
    const chosen = [areCellsLoaded(), point, land, colouring, showsMarkers, radiusMeters];
    this.#ifChanged('overlays', [...chosen, ...answers], () => {
      const overlays = overlaysOf(this.#explorer);
      for (const name of OVERLAYS) this.#show(name, overlays[name]);
    });
    if (this.#options.style === null) this.#updateNames();
  }

  #ifChanged(part: string, inputs: readonly unknown[], draw: () => void): void {
    const before = this.#drawn.get(part);
    if (before !== undefined && inputs.every((value, index) => value === before[index])) return;
    this.#drawn.set(part, inputs);
    draw();
  }

  #updateNames(): void {
    const { names, located, largest, capitals: others, cities } = this.#explorer;
    const found = [cities, largest, others].map(({ data }) => data);
    const chosen = this.#explorer.citiesOfCountry.data;
    const view = this.#globe();
    const seen = [view.centre?.latitude, view.centre?.longitude, view.zoom, view.height];
    this.#ifChanged('names', [names.data, ...seen], () => {
      this.#show('names', nameFeatures(labels, names.data ?? [], view.isInSight));
    });
    this.#ifChanged('cities', [located.data, chosen, ...found, ...seen], () => {
      const all = found.flatMap((data) => data ?? []);
      const first = [located.data?.city ?? [], chosen?.slice(0, LISTED_CITIES) ?? []].flat();
      this.#show('cities', cityFeatures(first, all, this.#capitals, view.isInSight));
    });
  }

  /** Returns the view of the globe, if its edge may be in view, and which names are in sight. */
  #globe(): { centre?: Point; zoom?: number; height?: number; isInSight: IsInSight } {
    const zoom = this.#map.getZoom();
    if (this.#explorer.address.projection !== 'globe' || zoom > GLOBE_UP_TO_ZOOM)
      return { isInSight: () => true };
    const centre = pointOf(this.#map.getCenter());
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    const isInFront = discOf({ width, height }, centre.latitude, zoom);
    const isInSight: IsInSight = (point, name) =>
      isInFront(angleBetween(centre, point), reachOf(name));
    return { centre, zoom, height, isInSight };
  }

  /** Describes the visible names to screen readers, and reports the countries in view. */
  #lookAround(): void {
    clearTimeout(this.#look);
    if (this.#options.style !== null) return;
    const zoom = this.#map.getZoom();
    const seen = (layers: readonly string[], property: string): string[] => {
      const features = this.#map.queryRenderedFeatures({ layers: [...layers] });
      return [...new Set(features.map(({ properties }) => String(properties[property])))].sort();
    };
    this.#map.getCanvas().ariaDescription = seen(base.NAME_LAYERS, 'name').join(', ');
    const countries = zoom < CITIES_FROM_ZOOM ? [] : seen([idInStyle('countries')], 'id');
    this.#explorer.mapNeeds = { capitals, countries, zoom };
  }

  /** The map is not idle while a tile is late. */
  #lookLater(): void {
    clearTimeout(this.#look);
    this.#look = setTimeout(() => this.#lookAround(), LOOK_AFTER_MS);
  }

  #fail(): void {
    this.#hasFailed = true;
    this.#options.onFailure(
      'The borders could not be loaded. Move the map to try again. Lookups still work.',
    );
  }

  #reload(): void {
    this.#hasFailed = false;
    this.#options.onFailure(undefined);
    this.#map.refreshTiles(idInStyle('atlas'));
  }

  #styled(): void {
    this.#isStyled = true;
    addPlaceIcons(this.#map);
    addDot(this.#map);
    if (this.#options.style !== null) this.#addOverlays();
    this.#paint();
    for (const name of this.#data.keys()) this.#fill(name);
    // The attribution would cover a small map. Its button stays.
    const container = this.#map.getContainer();
    if (container.clientWidth < SMALL_PIXELS)
      for (const { classList } of container.querySelectorAll('.maplibregl-compact-show'))
        classList.remove('maplibregl-compact-show');
    this.#options.onReady();
    this.#lookLater();
  }

  #addOverlays(): void {
    for (const [id, source] of Object.entries(emptySources(OVERLAYS)))
      if (this.#map.getSource(id) === undefined) this.#map.addSource(id, source);
    for (const layer of overlayLayers(shownTheme()))
      if (this.#map.getLayer(layer.id) === undefined) this.#map.addLayer(layer);
  }

  #paint(): void {
    for (const { id, paint } of base.builtInLayers(shownTheme())) {
      if (this.#map.getLayer(id) === undefined) continue;
      for (const [property, value] of Object.entries(paint ?? {}))
        this.#map.setPaintProperty(...([id, property, value] as Painted));
    }
    if (this.#options.style === null) this.#map.setSky(base.skyOf(shownTheme()));
    const { projection, country } = this.#explorer.address;
    for (const id of base.CHOSEN_LAYERS)
      if (this.#map.getLayer(id) !== undefined) this.#map.setFilter(id, base.isCountry(country));
    this.#map.setProjection({ type: projection === 'globe' ? GLOBE : 'mercator' });
    this.camera.fit();
  }

  /** Replaces the data of a source. */
  #show(name: SourceName, features: Feature[]): void {
    this.#data.set(name, features);
    if (this.#isStyled) this.#fill(name);
  }

  #fill(name: SourceName): void {
    const source = this.#map.getSource<maplibre.GeoJSONSource>(idInStyle(name));
    const features = this.#data.get(name) ?? [];
    void source?.setData({ type: 'FeatureCollection', features });
  }

  #showBusy(isBusy: boolean): void {
    this.#map.getContainer().ariaBusy = String(isBusy);
  }
}
