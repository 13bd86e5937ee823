import 'maplibre-gl/dist/maplibre-gl.css';
import type { Feature } from 'geojson';
import * as maplibre from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type Camera, type Point, START } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import type { Theme } from '../theme.js';
import { Atlases } from './atlases.js';
import { cityFeatures, largestPart, nameFeatures, overlaysOf } from './features.js';
import { boxAround, type Box, ringAround } from './geometry.js';
import {
  builtInLayers,
  builtInStyle,
  COUNTRY_LAYERS,
  emptySources,
  idInStyle,
  overlayLayers,
  OVERLAYS,
  type SourceName,
} from './layers.js';
import { addPlaceIcons } from './placeIcons.js';
import { pointOf, watchPointer } from './pointer.js';
import type { World } from './world.js';

// The content security policy requires a file.
maplibre.setWorkerUrl(workerAddress);

type Painted = Parameters<maplibre.Map['setPaintProperty']>;

const LONGEST_FLIGHT_MS = 2_500;
/** The mean distance between the centres of adjacent lands. */
const LAND_WIDTH_METERS = 920;

interface Options {
  readonly theme: Theme;
  /** The address of the operator's own style. */
  readonly style: string | null;
  readonly onChoose: (point: Point) => void;
  /** Called after a double click on a land. */
  readonly onCentre: (point: Point) => void;
  /** Called at the end of a movement. */
  readonly onMove: (camera: Camera) => void;
  /** Called with undefined when the failure is over. */
  readonly onFailure: (message: string | undefined) => void;
}

/** Draws the state of the page on the map, and reports clicks and movements. */
export class MapView {
  readonly #map: maplibre.Map;
  readonly #explorer: Explorer;
  readonly #options: Options;
  readonly #atlases = new Atlases((world) => this.#showWorld(world));
  readonly #data = new Map<SourceName, Feature[]>();
  #theme: Theme;
  #world: World | undefined;
  /** The inputs that each part of the map was drawn from. */
  readonly #drawn = new Map<string, readonly unknown[]>();
  #isStyled = false;
  #isIdle = false;
  #isLoading = false;

  /** @throws Error if the browser cannot draw maps */
  constructor(container: HTMLElement, explorer: Explorer, options: Options) {
    const { theme, style, onChoose, onFailure } = options;
    this.#explorer = explorer;
    this.#options = options;
    this.#theme = theme;
    const map = new maplibre.Map({
      container,
      style: style ?? builtInStyle(theme),
      ...positionOf(explorer.address.camera),
      maxPitch: 0,
      dragRotate: false,
      attributionControl: {
        compact: true,
        ...(style === null ? { customAttribution: 'Borders: Natural Earth' } : {}),
      },
    });
    this.#map = map;
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(new maplibre.ScaleControl(), 'bottom-left');
    map.on('style.load', () => this.#styled());
    map.on('error', ({ error }) => {
      if (!this.#isStyled) onFailure(`The style of the map could not be loaded: ${error.message}`);
    });
    watchPointer(map, explorer, options);
    map.on('moveend', () => {
      void this.#loadBorders();
      options.onMove({ centre: pointOf(map.getCenter()), zoom: map.getZoom() });
    });
    for (const begun of ['movestart', 'dataloading'] as const)
      map.on(begun, () => {
        this.#isIdle = false;
        this.#showBusy();
      });
    map.on('idle', () => {
      this.#isIdle = true;
      this.#showBusy();
    });
    map.getCanvas().addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') onChoose(pointOf(map.getCenter()));
    });
    void this.#loadBorders();
    this.update(theme);
  }

  /** Draws what has changed. */
  update(theme: Theme): void {
    this.#theme = theme;
    const { address, names, located, cities, lands, places, markers } = this.#explorer;
    const { point, country, land, colouring, showsMarkers, radiusMeters, projection } = address;
    this.#ifChanged('style', [theme, projection, country], () => {
      if (this.#isStyled) this.#paint();
    });
    const answers = [located, lands, places, markers, names].map(({ data }) => data);
    const chosen = [point, land, colouring, showsMarkers, radiusMeters];
    this.#ifChanged('overlays', [...chosen, ...answers], () => {
      const overlays = overlaysOf(this.#explorer);
      for (const name of OVERLAYS) this.#show(name, overlays[name]);
    });
    const inputs = [names.data, located.data, cities.data, this.#world];
    if (this.#options.style === null)
      this.#ifChanged('names', inputs, () => {
        this.#show('names', nameFeatures(this.#world?.countries ?? [], names.data ?? []));
        this.#show('cities', cityFeatures(located.data?.city, cities.data ?? []));
      });
  }

  /** Moves at once. */
  jump(camera: Camera): void {
    this.#map.jumpTo(positionOf(camera));
  }

  /** Flies, or moves at once if the visitor prefers reduced motion. */
  fly(camera: Camera): void {
    this.#map.flyTo({ ...positionOf(camera), maxDuration: LONGEST_FLIGHT_MS });
  }

  /** Flies to a country. Returns false if the map does not have it. */
  flyToCountry(id: string): boolean {
    const shape = this.#world?.countries.find(({ properties }) => properties.id === id);
    if (shape === undefined) return false;
    const { west, south, east, north } = boxAround(largestPart(shape));
    // The flat map ends before the poles.
    this.#flyToBox({ west, south: Math.max(south, -80), east, north: Math.min(north, 80) });
    return true;
  }

  /** Flies to where the rings of lands around a point fill the view. */
  flyToLands(point: Point, rings: number): void {
    this.#flyToBox(boxAround(ringAround(point, (rings + 1) * LAND_WIDTH_METERS)));
  }

  #flyToBox({ west, south, east, north }: Box): void {
    const options = { padding: 24, maxDuration: LONGEST_FLIGHT_MS };
    this.#map.fitBounds([west, south, east, north], options);
  }

  #ifChanged(part: string, inputs: readonly unknown[], draw: () => void): void {
    const before = this.#drawn.get(part);
    if (before !== undefined && inputs.every((value, index) => value === before[index])) return;
    this.#drawn.set(part, inputs);
    draw();
  }

  /** Loads the borders of the view, unless they are drawn already. */
  async #loadBorders(): Promise<void> {
    const { style, onFailure } = this.#options;
    // An operator's own style draws borders. Here they only locate countries.
    const isDrawn = style === null;
    this.#isLoading = isDrawn;
    this.#showBusy();
    try {
      const box = boxAround(this.#map.getBounds().toArray());
      await this.#atlases.load({ zoom: isDrawn ? this.#map.getZoom() : 0, box });
      if (isDrawn) onFailure(undefined);
    } catch {
      if (isDrawn)
        onFailure(
          'The borders could not be loaded. Move the map to try again. Lookups still work.',
        );
    }
    this.#isLoading = false;
    this.#showBusy();
  }

  #showWorld(world: World): void {
    this.#world = world;
    this.#show('countries', [...world.countries]);
    this.#show('borders', [world.borders]);
    this.update(this.#theme);
    const { camera, country } = this.#explorer.address;
    // A link without a view.
    if (camera === START.camera && country !== undefined) this.flyToCountry(country);
  }

  #styled(): void {
    this.#isStyled = true;
    addPlaceIcons(this.#map);
    if (this.#options.style !== null) this.#addOverlays();
    this.#paint();
    for (const name of this.#data.keys()) this.#fill(name);
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
    const { projection, country = '' } = this.#explorer.address;
    for (const id of COUNTRY_LAYERS.map(idInStyle))
      if (this.#map.getLayer(id)) this.#map.setFilter(id, ['==', ['get', 'id'], country]);
    this.#map.setProjection({ type: projection === 'globe' ? 'globe' : 'mercator' });
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

  #showBusy(): void {
    this.#map.getContainer().ariaBusy = String(this.#isLoading || !this.#isIdle);
  }
}

function positionOf({ centre, zoom }: Camera): { center: [number, number]; zoom: number } {
  return { center: [centre.longitude, centre.latitude], zoom };
}
