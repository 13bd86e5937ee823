import { element } from '../shared/page.js';
import { readSettings } from '../shared/settings.js';
import { storedLanguage, storedToken } from '../shared/storage.js';
import { paintTheme, systemIsDark, useTheme } from '../shared/theme.js';
import { type Address, NOTHING_CHOSEN, type Point, readAddress, writeAddress } from './address.js';
import { Tokens } from './api/tokens.js';
import { rememberedLanguage } from './languages.js';
import { loadCells } from './map/cells.js';
import { shownLandAt } from './map/features.js';
import type { MapView } from './map/mapView.js';
import type { Thing } from './map/labels.js';
import { Explorer } from './model/explorer.js';
import { Page } from './panels/page.js';
import type { Actions } from './panels/parts.js';
import { type Bounds, search } from './search/hits.js';
import { SearchBox } from './search/searchBox.js';

// Before the first await, so that no other colours flash up.
paintTheme();
const settings = await readSettings(location.href);
const page = new Page(settings.mapStyle === null);
const tokens = new Tokens(settings.developmentTokens);
const explorer = new Explorer(tokens, readAddress(location.hash), rememberedLanguage(), update);
const searchBox = element('search-box', SearchBox);
/** The zoom over the largest city of a country that is too small to be drawn. */
const COUNTRY_ZOOM = 6;
/** Rings of lands around a city. */
const CITY_RINGS = 5;
let map: MapView | undefined;
let isUpdating = false;
/** A country that is too small to be drawn. The map flies to its largest city once that is known. */
let awaitedCountry: string | undefined;

const actions: Actions = {
  go: (change) => {
    move(change);
    const fragment = shareable();
    if (fragment !== location.hash) history.pushState(null, '', fragment);
  },
  adjust: (change) => {
    move(change);
    history.replaceState(null, '', shareable());
  },
  fly: (camera) => map?.camera.fly(camera),
  showCountry,
  showLands,
  useToken: (token) => {
    storedToken.set(token);
    explorer.restart();
  },
  write: (request) => void explorer.write(request),
  retry: () => explorer.retryNow(),
  useTheme: (choice) => {
    useTheme(choice);
    update();
  },
};

explorer.ask();
update();
void explorer.filling.follow();
searchBox.search = (token, signal) => search(explorer, token, signal);
searchBox.onChoose = ({ id, point, bounds }) => {
  if (point === null) showCountry(id);
  else if (bounds) showRegion(bounds);
  else showLands(point);
};
systemIsDark.addEventListener('change', update);
addEventListener('online', () => explorer.retryNow());
addEventListener('popstate', () => {
  const address = readAddress(location.hash);
  explorer.address = address;
  // On a phone it has the links to the pages.
  element('settings').hidePopover();
  map?.camera.jump(address.camera);
});
document.querySelector('.skip')?.addEventListener('click', (event) => {
  // A fragment would replace the state of the page.
  event.preventDefault();
  element(explorer.address.page === 'map' ? 'panel' : 'data-page').focus();
});
// They would cover what has the focus. Their button closes them itself.
element('settings').addEventListener('focusout', ({ relatedTarget }) => {
  const isLeft = relatedTarget instanceof Element && !element('settings').contains(relatedTarget);
  if (isLeft && !relatedTarget.matches('[popovertarget]')) element('settings').hidePopover();
});
await startMap();

function move(change: Partial<Address>): void {
  if (change.language !== undefined) storedLanguage.set(change.language);
  explorer.address = { ...explorer.address, ...change };
}

/** Returns the fragment of a link, which keeps the language of the names. */
function shareable(): string {
  return writeAddress({ ...explorer.address, language: explorer.language });
}

/** Looks up a point. */
function choose(point: Point): void {
  actions.go({ ...NOTHING_CHOSEN, point });
}

/** Selects a land among those that are shown. Elsewhere, looks up the point. */
function pick(point: Point): void {
  const land = shownLandAt(explorer, point);
  if (land === undefined) choose(point);
  else actions.go({ land: land.id });
}

/** Opens what a name or dot on the map stands for. The map moves for a country only. */
function open(thing: Thing): void {
  if (thing.kind === 'country') showCountry(thing.id);
  else choose({ latitude: thing.latitude, longitude: thing.longitude });
}

function showLands(point: Point): void {
  const rings = Math.max(explorer.address.rings, CITY_RINGS);
  actions.go({ page: 'map', ...NOTHING_CHOSEN, point, rings });
  map?.camera.flyToLands(point, rings);
}

function showCountry(country: string): void {
  actions.go({ page: 'map', ...NOTHING_CHOSEN, country });
  awaitedCountry = map?.camera.flyToCountry(country) === false ? country : undefined;
}

function showRegion(bounds: Bounds): void {
  actions.go({ page: 'map', ...NOTHING_CHOSEN });
  map?.camera.flyToBounds(bounds);
}

function flyToAwaitedCountry(): void {
  const centre = explorer.citiesOfCountry.data?.[0]?.latlng;
  if (!centre || awaitedCountry !== explorer.address.country) return;
  awaitedCountry = undefined;
  map?.camera.fly({ centre, zoom: COUNTRY_ZOOM });
}

/** Shows what a link without a view is about, or what was chosen before the map was loaded. */
function showStart(): void {
  const { camera, point, country, rings } = explorer.address;
  if (camera.zoom !== undefined) return;
  if (country !== undefined) showCountry(country);
  else if (point !== undefined && rings > 0) map?.camera.flyToLands(point, rings);
}

/** Renders the page once after any number of changes. */
function update(): void {
  if (isUpdating) return;
  isUpdating = true;
  queueMicrotask(() => {
    isUpdating = false;
    page.show(explorer, actions);
    map?.update();
    flyToAwaitedCountry();
    searchBox.language = explorer.language;
    if (explorer.address.point !== undefined) void updateWithCells();
  });
}

/** Loads the library of cells once, for the lands around the point. */
async function updateWithCells(): Promise<void> {
  try {
    if (await loadCells()) update();
  } catch {
    showMapMessage('The hexagons could not be loaded. Reload the page to try again.');
  }
}

/** Shows a text on the map. Without a text, hides it. */
function showMapMessage(text = ''): void {
  const message = element('map-message');
  message.textContent = text;
  message.hidden = text === '';
}

/** Loads the map last, because it is by far the largest part. */
async function startMap(): Promise<void> {
  const module = await import('./map/mapView.js').catch(() => undefined);
  if (module === undefined) {
    showMapMessage(
      'The map could not be loaded. Reload the page to try again. Lookups still work.',
    );
    return;
  }
  try {
    map = new module.MapView(element('map'), explorer, {
      style: settings.mapStyle,
      onChoose: pick,
      onOpen: open,
      onCentre: choose,
      onMove: (camera) => actions.adjust({ camera }),
      onReady: showStart,
      onFailure: showMapMessage,
    });
  } catch (error) {
    if (document.createElement('canvas').getContext('webgl2') !== null) throw error;
    showMapMessage('The map needs WebGL 2, which this browser does not offer. Lookups still work.');
  }
}
