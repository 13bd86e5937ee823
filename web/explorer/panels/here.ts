import { html, nothing, type TemplateResult } from 'lit';
import type { Country, Located } from '../../client/src/routes.js';
import { distance, readable, type Actions, nameIn, shown } from './parts.js';
import type { Explorer } from '../model/explorer.js';
import { land } from './land.js';

const CLOSE_ZOOM = 11.5;

/** Shows the countries, the closest city and the land of the point. */
export function here(explorer: Explorer, actions: Actions): TemplateResult {
  const { point } = explorer.address;
  return html`<section aria-labelledby="here">
    <h2 id="here">Here</h2>
    ${
      point === undefined
        ? html`<p dir="auto">
            Click the map to look up a place. With the keyboard, move the map with the arrow keys
            and press Enter.
          </p>`
        : html`<p class="row">
              <span dir="ltr">${point.latitude}, ${point.longitude}</span>
              <button
                type="button"
                @click=${() => {
                  actions.fly({ centre: point, zoom: CLOSE_ZOOM });
                }}
              >
                Zoom to it
              </button>
            </p>
            <h3>Countries</h3>
            ${shown(explorer.located, ({ countries }) => countryList(explorer, countries))}
            <h3>Closest city in the country</h3>
            ${shown(explorer.located, (located) => closestCity(explorer, located))}
            ${land(explorer, point)}`
    }
  </section>`;
}

function countryList(explorer: Explorer, countries: readonly Country[]): TemplateResult {
  if (countries.length === 0)
    return html`<p dir="auto">No country here or within 7.5 km (the dashed ring).</p>`;
  return html`<ol class="countries">
      ${countries.map(
        ({ id, name, continent, population }) =>
          html`<li>
            <strong>${nameIn(explorer.language, name)}</strong>
            <span class="faint" dir="ltr"
              >${id} · ${continent} · ${readable(population)} inhabitants</span
            >
          </li>`,
      )}
    </ol>
    ${
      countries.length === 1
        ? nothing
        : html`<p class="faint" dir="auto">
            Countries at the point first, then countries within 7.5 km (the dashed ring).
          </p>`
    }`;
}

function closestCity(
  explorer: Explorer,
  { city, city_distance_km: distanceKm, time_zone: timeZone }: Located,
): TemplateResult {
  if (distanceKm === null)
    return html`<p dir="auto">None, because the point is not in a country.</p>`;
  return html`<p>
    <strong>${nameIn(explorer.language, city.name)}</strong>
    <span class="faint" dir="ltr"
      >${city.id}${city.region_name ? ` · ${city.region_name}` : nothing} · ${distance(distanceKm)}
      · ${readable(city.population)}
      inhabitants${timeZone === null ? nothing : ` · ${timeZone}`}</span
    >
  </p>`;
}
