import { html, type TemplateResult } from 'lit';
import { capitals as capitalIds } from 'virtual:atlas';
import type { City } from '../../client/src/routes.js';
import { type Explorer, LISTED_CITIES } from '../model/explorer.js';
import { heading, linkButton } from './controls.js';
import { type Actions, facts, nameIn, shown } from './parts.js';
import { readable } from './texts.js';

/** Shows the chosen country and its largest cities. */
export function country(explorer: Explorer, id: string, actions: Actions): TemplateResult {
  const { language, names, citiesOfCountry: cities } = explorer;
  const found = names.data?.find((each) => each.id === id);
  const capitals = cities.data?.filter((city) => capitalIds.includes(city.id)) ?? [];
  const button = (city: City): TemplateResult => cityButton(language, city, actions);
  const item = (city: City): TemplateResult =>
    html`<li class="row">
      ${button(city)} <bdi class="faint">${readable(city.population)}</bdi>
    </li>`;
  return html`<section aria-labelledby="country">
    ${heading('country', html`${nameIn(language, explorer.countryName(id))} <code>${id}</code>`, actions)}
    ${facts({
      [capitals.length > 1 ? 'Capital and seats' : 'Capital']:
        capitals.length > 0 && capitals.map((city, index) => [index > 0 ? ', ' : '', button(city)]),
      Population: found && readable(found.population),
      Continent: found?.continent,
    })}
    <h3>Largest cities</h3>
    ${shown(
      cities,
      (all) =>
        html`<ol>
          ${all.slice(0, LISTED_CITIES).map(item)}
        </ol>`,
    )}
  </section>`;
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
