import { html, type TemplateResult } from 'lit';
import { capitals as capitalIds } from 'virtual:atlas';
import type { City } from '../../client/src/routes.js';
import type { Explorer } from '../model/explorer.js';
import { linkButton } from './controls.js';
import { type Actions, nameIn, readable, shown } from './parts.js';

const LISTED_CITIES = 10;

/** Shows the chosen country and its largest cities. */
export function country(explorer: Explorer, id: string, actions: Actions): TemplateResult {
  const { language, names, citiesOfCountry: cities } = explorer;
  const found = names.data?.find((each) => each.id === id);
  const capitals = cities.data?.filter((city) => capitalIds.includes(city.id)) ?? [];
  const button = (city: City): TemplateResult => cityButton(language, city, actions);
  return html`<section aria-labelledby="country">
    <h2 id="country">${nameIn(language, explorer.countryName(id))} <code>${id}</code></h2>
    <dl>
      <dt>${capitals.length > 1 ? 'Capital and seats' : 'Capital'}</dt>
      <dd>${capitals.map((city, index) => html`${index > 0 ? ', ' : ''}${button(city)}`)}</dd>
      <dt>Population</dt>
      <dd>${found && readable(found.population)}</dd>
      <dt>Continent</dt>
      <dd>${found?.continent}</dd>
    </dl>
    <h3>Largest cities</h3>
    ${shown(
      cities,
      (all) =>
        html`<ol>
          ${all
            .slice(0, LISTED_CITIES)
            .map(
              (city) =>
                html`<li class="row">
                  ${button(city)} <bdi class="faint">${readable(city.population)}</bdi>
                </li>`,
            )}
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
