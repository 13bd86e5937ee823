import { html, nothing, type TemplateResult } from 'lit';
import { element } from '../../shared/page.js';
import type { Point } from '../address.js';
import { joined } from '../languages.js';
import type { Explorer } from '../model/explorer.js';
import type { Missing } from '../model/filling.js';
import type { Actions } from './parts.js';
import { readable } from './texts.js';

const FILLING = 'The data is being loaded. The page fills by itself.';

/** Shows the failure of the page and what to do about it, or how far the ingestion of missing data is. */
export function notice(explorer: Explorer, actions: Actions): TemplateResult | typeof nothing {
  const { failure, filling } = explorer;
  if (isFilling(explorer)) return progress(filling.missing);
  if (failure === undefined) return nothing;
  return html`<div class="notice">
    <p><strong>${failure.message}</strong> ${failure.advice}</p>
    ${
      failure.needsToken
        ? html`<button type="button" @click=${openToken}>Enter a token</button>`
        : html`<button type="button" @click=${actions.retry}>Try again now</button>`
    }
  </div>`;
}

/** True if nothing is wrong but that data is still being ingested. */
function isFilling({ failure, filling }: Explorer): boolean {
  return filling.missing.length > 0 && failure?.isTemporary !== false;
}

/** Shows a bar for each missing resource. What the game builds comes with the markers. */
function progress(missing: readonly Missing[]): TemplateResult {
  const resources = missing.filter(({ path }) => path !== 'builds');
  return html`<div class="notice filling">
    <p>${FILLING}</p>
    <ul class="bars">
      ${resources.map(
        ({ path, message, progress: share }) =>
          html`<li>
            <label>
              <span>${path}</span>
              <progress max="1" .value=${share ?? 0}></progress>
              <span class="faint">${share === undefined ? 'Not started.' : message}</span>
            </label>
          </li>`,
      )}
    </ul>
  </div>`;
}

function openToken(): void {
  element('settings').showPopover();
  element('token').focus();
}

/** Returns what a screen reader says once the answers about a point have come. */
export function announcement(explorer: Explorer): string {
  const { located, address, failure } = explorer;
  if (isFilling(explorer)) return FILLING;
  if (failure !== undefined) return `${failure.message} ${failure.advice}`;
  if (explorer.linkFault !== undefined) return explorer.linkFault;
  if (address.country !== undefined) return `${explorer.countryName(address.country)}.`;
  if (address.point === undefined || located.isAsking || located.data === undefined) return '';
  const { countries, city } = located.data;
  const names = countries.map(({ name }) => name);
  const place = names.length === 0 ? 'No country here.' : `${names.join(', ')}.`;
  const closest = city.latlng === null ? '' : ` Closest city: ${city.name}.`;
  const selected = explorer.lands.data?.find(({ id }) => id === address.land);
  if (selected === undefined) return place + closest;
  const country = explorer.countryName(selected.country_id);
  const { id, altitude } = selected;
  const height = altitude === null ? '' : `, about ${readable(altitude)} m`;
  return `Selected land ${id}: ${country}${height}.`;
}

const SERVICE = 'Geographic Data Service';

/** Returns the title of a view, such as `Geneva, Switzerland · Geographic Data Service`. */
export function titleOf(explorer: Explorer): string {
  const { page, point, country } = explorer.address;
  if (page === 'data') return `Data · ${SERVICE}`;
  if (country !== undefined && !explorer.isUnknown(country))
    return `${explorer.countryName(country)} · ${SERVICE}`;
  if (point === undefined) return `Countries, cities and lands on a map · ${SERVICE}`;
  return `${placeName(explorer, point)} · ${SERVICE}`;
}

/** A point farther than this from a city is not called by its name. */
const NEAR_CITY_KM = 25;

/**
 * Returns the name of a point: `Louvre, Paris, France` at a place that is shown, `Algeria, 400 km from Reggane` far from
 * cities, or its position.
 */
export function placeName(
  { language, located: { data }, places }: Explorer,
  { latitude, longitude }: Point,
): string {
  const [city, country] = [data?.city.name, data?.countries[0]?.name];
  const kilometres = data?.city_distance_km ?? 0;
  if (city && country && kilometres > NEAR_CITY_KM)
    return joined(language, [country, `${readable(kilometres)} km from ${city}`]);
  const place = places.data?.find(
    ({ latlng }) => latlng.latitude === latitude && latlng.longitude === longitude,
  );
  const name = joined(language, [...new Set([place?.name, city, country])]);
  return name === '' ? `${latitude}, ${longitude}` : name;
}
