import { html, nothing, type TemplateResult } from 'lit';
import { OptionList } from '../shared/optionList.js';
import { marked } from '../shared/typed.js';
import type { Entity } from '../client/src/element.js';
import {
  type CountryNames,
  countryNames,
  isCity,
  type NamesFound,
  type Service,
  type Suggestion,
} from './lookups.js';
import type { Texts } from './translations.js';

/** The entities that were found for a text. */
export interface Suggested extends NamesFound {
  readonly typed: string;
}

/** The list of entities to choose from. */
export class SuggestionList extends OptionList<Suggestion> {
  #typed = '';
  #isNear = false;
  #countries: CountryNames = new Map();
  #language = '';

  open({ typed, found, isNear }: Suggested): void {
    this.#typed = typed;
    this.#isNear = isNear;
    this.show(found);
  }

  /** Shows the names of countries instead of their codes, unless they cannot be loaded. */
  async nameCountries(service: Service, language: string): Promise<void> {
    if (language !== this.#language) this.#countries = new Map();
    this.#language = language;
    const names = await countryNames(service, language).catch(() => undefined);
    if (names === undefined || language !== this.#language) return;
    this.#countries = names;
    this.host.requestUpdate();
  }

  options({ near }: Texts): readonly TemplateResult[] {
    const options = this.items.map((each, index) =>
      option(each, index, this.#typed, this.#countries),
    );
    const heading = html`<li part="near" role="presentation">${near}</li>`;
    return this.#isNear && this.isOpen ? [heading, ...options] : options;
  }

  /** Returns the text for screen readers: the number of results, and what Enter chooses. */
  account({ results, near }: Texts): string {
    const [first] = this.items;
    if (first === undefined) return '';
    const { entity, matchedName, near: nearby } = first;
    const name = matchedName === null ? entity.name : `${entity.name} (${matchedName})`;
    const text = [name, placeOf(entity, this.#countries, nearby)].filter(Boolean).join(', ');
    return `${this.#isNear ? `${near} ` : ''}${results}: ${this.items.length}. Enter: ${text}`;
  }
}

/** Returns region and country of a city, and the larger one near a twin. Empty for a country. */
function placeOf(entity: Entity, countries: CountryNames, near?: string): string {
  if (!isCity(entity)) return '';
  const country = countries.get(entity.country_id) ?? entity.country_id;
  const place = [entity.region_name, country].filter(Boolean).join(', ');
  return near === undefined ? place : `${place} (${near})`;
}

/** Renders an entity, and the name that matched if it is another one. */
function option(
  { entity, matchedName, near }: Suggestion,
  index: number,
  typed: string,
  countries: CountryNames,
): TemplateResult {
  const detail = placeOf(entity, countries, near);
  return html`<li id="option-${index}" data-index=${index} part="option" role="option">
    <span dir="auto">${marked(entity.name, typed)}</span>
    ${
      matchedName === null
        ? nothing
        : html`<span part="matched-name">(<bdi>${marked(matchedName, typed)}</bdi>)</span>`
    }
    ${detail === '' ? nothing : html`<span part="detail" dir="auto">${detail}</span>`}
  </li>`;
}
