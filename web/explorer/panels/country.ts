import { html, nothing, type TemplateResult } from 'lit';
import type { City } from '../../client/src/routes.js';
import type { Explorer } from '../model/explorer.js';
import { linkButton } from './controls.js';
import { type Actions, nameIn, readable, shown } from './parts.js';

/** The ids of all capitals, each with a note, which is mostly empty. The build replaces this name. */
declare const CAPITALS: Readonly<Record<string, string>>;

const LISTED_CITIES = 10;

/** Shows the chosen country and its largest cities. */
export function country(explorer: Explorer, id: string, actions: Actions): TemplateResult {
  const { language, names, cities } = explorer;
  const found = names.data?.find((each) => each.id === id);
  return html`<section aria-labelledby="country">
    <h2 id="country">${nameIn(language, explorer.countryName(id))} <code>${id}</code></h2>
    ${
      names.data !== undefined && found === undefined
        ? html`<p dir="auto">There is no country with this code.</p>`
        : html`<dl>
              ${capitals(explorer, cities.data ?? [], actions)}
              <dt>Population</dt>
              <dd>${found && readable(found.population)}</dd>
              <dt>Continent</dt>
              <dd>${found?.continent}</dd>
            </dl>
            <h3>Largest cities</h3>
            ${shown(cities, (all) => cityList(explorer, all, actions))}`
    }
  </section>`;
}

function capitals(
  { language }: Explorer,
  cities: readonly City[],
  actions: Actions,
): TemplateResult | typeof nothing {
  const found = cities.filter(({ id }) => id in CAPITALS);
  // A capital by law comes before a seat of government, which has a note.
  const sorted = found.sort((one, other) => noteOf(one).length - noteOf(other).length);
  if (sorted.length === 0) return nothing;
  return html`<dt>Capital</dt>
    ${sorted.map(
      (city) =>
        html`<dd>
          ${cityButton(language, city, actions)} <span class="faint">${noteOf(city)}</span>
        </dd>`,
    )}`;
}

function noteOf({ id }: City): string {
  return CAPITALS[id] ?? '';
}

function cityList(
  { language }: Explorer,
  cities: readonly City[],
  actions: Actions,
): TemplateResult {
  if (cities.length === 0) return html`<p dir="auto">No cities in the data.</p>`;
  return html`<ol class="cities">
    ${cities.slice(0, LISTED_CITIES).map(
      (city) =>
        html`<li class="row">
          ${cityButton(language, city, actions)}
          <bdi class="faint">${readable(city.population)}</bdi>
        </li>`,
    )}
  </ol>`;
}

/** Shows the name of a city, which shows the lands around the city when it is clicked. */
export function cityButton(
  language: Explorer['language'],
  { name, latlng }: City,
  { showLands }: Actions,
): TemplateResult {
  return linkButton(nameIn(language, name), () => {
    if (latlng !== null) showLands(latlng);
  });
}
