import { html, nothing, type TemplateResult } from 'lit';
import type { Country, Land, Located } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import { areCellsLoaded, landIdAt, middleOf } from '../map/cells.js';
import { areLandsSeen } from '../map/features.js';
import type { Explorer } from '../model/explorer.js';
import { biomeColour } from '../model/landClass.js';
import { explained, heading, linkButton } from './controls.js';
import { cityButton } from './country.js';
import { landsButton } from './legend.js';
import { placeName } from './notice.js';
import { type Actions, facts, nameIn, shown, skeleton, swatch } from './parts.js';
import { distance, readable } from './texts.js';

const LAND_LINES = 7;

/** Shows the countries, the closest city and the land of a point. */
export function here(explorer: Explorer, point: Point, actions: Actions): TemplateResult {
  return html`<section aria-labelledby="here">
    ${heading('here', html`<bdi>${placeName(explorer, point)}</bdi>`, actions)}
    <p class="row faint">
      <span>${point.latitude}, ${point.longitude}</span>
      ${areLandsSeen(explorer.address) ? nothing : landsButton(point, actions)}
    </p>
    <h3>Countries</h3>
    ${shown(explorer.located, ({ countries }) => countryList(explorer, countries, actions))}
    <h3>Closest city in the country</h3>
    ${shown(explorer.located, (located) => closestCity(explorer, located, actions))}
    ${land(explorer, point, actions)}
  </section>`;
}

function countryList(
  explorer: Explorer,
  countries: readonly Country[],
  { showCountry }: Actions,
): TemplateResult {
  if (countries.length === 0) return html`<p>No country here or within 7.5 km.</p>`;
  return html`<ol class="countries">
      ${countries.map(
        ({ id, name, continent, population }) =>
          html`<li>
            ${linkButton(nameIn(explorer.language, name), () => showCountry(id))}
            <span class="faint">${id} · ${continent} · ${readable(population)} inhabitants</span>
          </li>`,
      )}
    </ol>
    ${
      countries.length === 1
        ? nothing
        : html`<p class="faint">Countries at the point first, then countries within 7.5 km.</p>`
    }`;
}

function closestCity(
  explorer: Explorer,
  { city, city_distance_km: distanceKm, time_zone: timeZone }: Located,
  actions: Actions,
): TemplateResult {
  if (distanceKm === null) return html`<p>No city: this point is not in a country.</p>`;
  return html`<p>${cityButton(explorer.language, city, actions)}</p>
    ${facts({
      Region: city.region_name && html`<bdi>${city.region_name}</bdi>`,
      Distance: distance(distanceKm),
      Population: readable(city.population),
      'Time zone': timeZone,
      Id: html`<code>${city.id}</code>`,
    })}`;
}

/** Shows the selected land, or the land of the point. */
function land(explorer: Explorer, point: Point, actions: Actions): TemplateResult {
  const { data } = explorer.lands;
  if (!areCellsLoaded()) return skeleton(LAND_LINES);
  const selected = data?.find(({ id }) => id === explorer.address.land);
  const id = selected?.id ?? landIdAt(point);
  return html`<h3>${selected === undefined ? 'Land' : 'Selected land'} <code>${id}</code></h3>
    ${explained('land')}
    ${shown(explorer.lands, (lands) => {
      const found = selected ?? lands.find((each) => each.id === id);
      if (found !== undefined) return landFacts(explorer, found);
      return html`<p>Not in the data. There are no lands at sea.</p>`;
    })}
    ${selected && html`<button type="button" @click=${() => actions.showLands(middleOf(id))}>Centre the rings here</button>`}`;
}

function landFacts(explorer: Explorer, of: Land): TemplateResult {
  return facts({
    Country: nameIn(explorer.language, explorer.countryName(of.country_id)),
    Region: of.region_name ?? 'not known',
    'Closest city': cityAt(of.closest_city_name, of.closest_city_distance_km),
    'Primary city': cityAt(of.primary_city_name, of.primary_city_distance_km),
    Altitude: of.altitude === null ? 'not known' : altitude(of.altitude),
    Biomes: biomes(of),
    Markers: readable(of.markers_count),
  });
}

/** The heights are means of cells, so narrow valleys are higher and summits lower than on the ground. */
function altitude(meters: number): TemplateResult {
  return html`<bdi>about ${readable(meters)} m</bdi> <bdi class="faint">mean of 2.5 km</bdi>`;
}

function cityAt(name: string | null, kilometres: number | null): TemplateResult {
  if (name === null) return html`none`;
  return html`<bdi>${name}</bdi>${
      kilometres === null ? nothing : html` <bdi class="faint">${distance(kilometres)}</bdi>`
    }`;
}

function biomes({ biome_percents: percents }: Land): TemplateResult | string {
  const entries = Object.entries(percents).sort(([, one], [, other]) => other - one);
  if (entries.length === 0) return 'not known';
  return html`<ul class="shares">
    ${entries.map(
      ([name, percent]) =>
        html`<li>
          ${swatch(biomeColour(name))} <bdi>${name}</bdi>
          <bdi class="faint">${readable(percent, 1)} %</bdi>
        </li>`,
    )}
  </ul>`;
}
