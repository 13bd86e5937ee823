import { html, nothing, type TemplateResult } from 'lit';
import type { Marker, Place } from '../../client/src/routes.js';
import { buildMarker, clearMarker } from '../api/requests.js';
import { explained } from './controls.js';
import { type Actions, failureNote, shown } from './parts.js';
import { counted, distance, readable } from './texts.js';
import { distanceKm } from '../map/geometry.js';
import type { Explorer } from '../model/explorer.js';
import { categoryName } from '../model/placeKinds.js';
import { MAX_RADIUS_METERS, MAX_SEASON, type Point } from '../address.js';

/** More would make the page slow. The map shows all of them. */
const LISTED = 25;
const ICON = 1;

/** Shows places, and the markers of a game with the buttons to build and clear them. */
export function internal(explorer: Explorer, point: Point, actions: Actions): TemplateResult {
  const { showsMarkers } = explorer.address;
  const hasToken = explorer.tokens.for('internal') !== undefined;
  return html`<section aria-labelledby="internal">
    <h2 id="internal">Places</h2>
    <label class="row">
      <input
        type="checkbox"
        .checked=${showsMarkers}
        @change=${({ currentTarget }: Event) =>
          actions.go({ showsMarkers: (currentTarget as HTMLInputElement).checked })}
      />
      Show places and game markers${hasToken ? nothing : ' (needs an internal token)'}
    </label>
    ${
      showsMarkers
        ? html`${shown(explorer.places, placeList)}
            <details class="game">
              <summary>Game markers (demo)</summary>
              <p class="faint">
                A game builds on places. A marker stores what it has built: an icon and a season.
              </p>
              ${fields(explorer, actions)} ${markers(explorer, actions, point)}
            </details>`
        : nothing
    }
  </section>`;
}

function fields(explorer: Explorer, actions: Actions): TemplateResult {
  return html`${numberField('season', 'Season', [0, MAX_SEASON], explorer, actions)}
  ${numberField('radiusMeters', 'Radius in metres', [1, MAX_RADIUS_METERS], explorer, actions)}`;
}

function numberField(
  name: 'season' | 'radiusMeters',
  label: string,
  [min, max]: readonly [number, number],
  { address }: Explorer,
  { go }: Actions,
): TemplateResult {
  return html`<div class="field">
    <div><label for=${name}>${label}</label> ${name === 'season' ? explained(name) : nothing}</div>
    <input
      id=${name}
      type="number"
      min=${min}
      max=${max}
      step="1"
      required
      .value=${String(address[name])}
      @change=${({ currentTarget }: Event) => {
        const input = currentTarget as HTMLInputElement;
        if (input.reportValidity()) go({ [name]: input.valueAsNumber });
      }}
    />
  </div>`;
}

function markers(explorer: Explorer, actions: Actions, point: Point): TemplateResult {
  const places = new Map(explorer.places.data?.map((place) => [place.id, place]));
  return html`<h3>Markers in the radius</h3>
    ${explorer.writeFailure === undefined ? nothing : failureNote(explorer.writeFailure)}
    ${shown(explorer.markers, (all) => {
      const built = all.filter(({ is_built: isBuilt }) => isBuilt).length;
      const more = explorer.markers.isTruncated ? ' and more' : '';
      return html`<p>
          ${counted(all.length, 'marker')}${more}, ${readable(built)} of them built in season
          ${explorer.address.season}.
        </p>
        <ul class="markers">
          ${all
            .slice(0, LISTED)
            .map((marker) => item(explorer, actions, marker, places.get(marker.id), point))}
        </ul>`;
    })}`;
}

function item(
  explorer: Explorer,
  actions: Actions,
  marker: Marker,
  place: Place | undefined,
  point: Point,
): TemplateResult {
  const { season } = explorer.address;
  const name = place?.name ?? marker.id;
  return html`<li class="row">
    <span>
      <bdi>${name}</bdi>
      <span class="faint"
        >${distance(distanceKm(point, marker.latlng))}${
          marker.is_built ? ` · built, icon ${marker.icon ?? 0}` : ''
        }</span
      >
    </span>
    <button
      type="button"
      aria-label="${marker.is_built ? 'Clear' : 'Build'} ${name}"
      @click=${() => {
        actions.write(
          marker.is_built ? clearMarker(marker.id) : buildMarker(marker.id, season, ICON),
        );
      }}
    >
      ${marker.is_built ? 'Clear' : 'Build'}
    </button>
  </li>`;
}

function placeList(places: readonly Place[]): TemplateResult {
  if (places.length === 0) return html`<p>No places. Add rings to see more.</p>`;
  const item = ({ name, category }: Place): TemplateResult =>
    html`<li><bdi>${name}</bdi> <span class="faint">${categoryName(category)}</span></li>`;
  return html`<p>${counted(places.length, 'place')} in the lands around, the most popular first.</p>
    <ul>
      ${places.slice(0, LISTED).map(item)}
    </ul>`;
}
