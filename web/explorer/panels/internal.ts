import { html, nothing, type TemplateResult } from 'lit';
import type { Marker, Place } from '../../client/src/routes.js';
import { buildMarker, clearMarker } from '../api/requests.js';
import { distance, readable } from '../format.js';
import { distanceKm } from '../map/sphere.js';
import type { Explorer } from '../model/explorer.js';
import { MAX_RADIUS_METERS, MAX_SEASON, type Point } from '../state/state.js';
import type { Actions } from './actions.js';
import { failureNote, shown } from './parts.js';

/** More would make the page slow; the map shows them all. */
const LISTED = 25;
const ICON = 1;

/** Shows places and markers, and builds and clears: internal. */
export function internal(explorer: Explorer, actions: Actions): TemplateResult {
  const { showsMarkers, point } = explorer.address;
  return html`<section aria-labelledby="internal">
    <h2 id="internal">Places and markers</h2>
    <label class="row">
      <input
        type="checkbox"
        .checked=${showsMarkers}
        @change=${(event: Event) => {
          actions.go({ showsMarkers: (event.currentTarget as HTMLInputElement).checked });
        }}
      />
      Show them (needs an internal token)
    </label>
    ${showsMarkers ? fields(explorer, actions) : nothing}
    ${showsMarkers && point ? found(explorer, actions, point) : nothing}
  </section>`;
}

function fields({ address }: Explorer, actions: Actions): TemplateResult {
  const number = (event: Event, go: (value: number) => void): void => {
    const input = event.currentTarget as HTMLInputElement;
    if (input.reportValidity()) go(input.valueAsNumber);
  };
  return html`<div class="field">
      <label for="season">Season</label>
      <input
        id="season"
        type="number"
        min="0"
        max=${MAX_SEASON}
        step="1"
        required
        .value=${String(address.season)}
        @change=${(event: Event) => {
          number(event, (season) => {
            actions.go({ season });
          });
        }}
      />
    </div>
    <div class="field">
      <label for="radius">Radius in metres (the dotted ring)</label>
      <input
        id="radius"
        type="number"
        min="1"
        max=${MAX_RADIUS_METERS}
        step="1"
        required
        .value=${String(address.radiusMeters)}
        @change=${(event: Event) => {
          number(event, (radiusMeters) => {
            actions.go({ radiusMeters });
          });
        }}
      />
    </div>`;
}

function found(explorer: Explorer, actions: Actions, point: Point): TemplateResult {
  const places = new Map(explorer.places.data?.map((place) => [place.id, place]));
  const { result } = explorer.markers;
  const isTruncated = result.state === 'found' && result.isTruncated;
  return html`<h3>Markers in the radius</h3>
    ${explorer.writeFailure === undefined ? nothing : failureNote(explorer.writeFailure)}
    ${shown(explorer.markers, (markers) => {
      const built = markers.filter(({ is_built: isBuilt }) => isBuilt).length;
      return html`<p dir="auto">
          ${readable(markers.length)}${isTruncated ? ' and more' : ''}, ${readable(built)} built in
          season ${explorer.address.season}.
        </p>
        <ul class="markers">
          ${markers
            .slice(0, LISTED)
            .map((marker) => item(explorer, actions, marker, places.get(marker.id), point))}
        </ul>`;
    })}
    <h3>Places in the lands around</h3>
    ${shown(explorer.places, (all) => placeList(all))}`;
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
  if (places.length === 0) return html`<p dir="auto">None. More rings hold more.</p>`;
  return html`<p dir="auto">${readable(places.length)}, the most popular first.</p>
    <ul>
      ${places
        .slice(0, LISTED)
        .map(
          ({ name, category }) =>
            html`<li><bdi>${name}</bdi> <span class="faint">${category ?? ''}</span></li>`,
        )}
    </ul>`;
}
