import { html, nothing, type TemplateResult } from 'lit';
import type { CountryNames } from './countryNames.js';
import { type Entity, isCity } from './entities.js';
import { matchedLength } from './highlight.js';

/** Returns region and country of a city, which tell equal names apart; empty for a country. */
export function detailOf(entity: Entity, countries: CountryNames): string {
  if (!isCity(entity)) return '';
  const country = countries.get(entity.country_id) ?? entity.country_id;
  return [entity.region_name, country].filter(Boolean).join(', ');
}

/** Shows an entity in the list, with what was typed marked in its name. */
export function option(
  entity: Entity,
  index: number,
  typed: string,
  countries: CountryNames,
): TemplateResult {
  const { name } = entity;
  const length = matchedLength(name, typed);
  const detail = detailOf(entity, countries);
  return html`<li id="option-${index}" data-index=${index} part="option" role="option">
    <span dir="auto"
      >${
        length === 0
          ? name
          : html`<mark part="match">${name.slice(0, length)}</mark>${name.slice(length)}`
      }</span
    >
    ${detail === '' ? nothing : html`<span part="detail" dir="auto">${detail}</span>`}
  </li>`;
}
