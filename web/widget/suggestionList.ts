import Combobox from '@github/combobox-nav';
import { type LitElement, type ReactiveController, type TemplateResult, html, nothing } from 'lit';
import { OUTDATED_AFTER_MS } from '../shared/typing.js';
import { type CountryNames, type Entity, isCity } from './lookups.js';
import type { Texts } from './translations.js';

/** The entities that were found for a text. */
export interface Suggested {
  readonly typed: string;
  readonly entities: readonly Entity[];
}

/** The list of entities to choose from, and its navigation by keys and clicks. */
export class SuggestionList implements ReactiveController {
  readonly #host: LitElement;
  #combobox: Combobox | undefined;
  #open: Suggested | undefined;
  /** The entities that the arrow keys go through. */
  #navigable: Suggested | undefined;
  /** Runs while the list belongs to an earlier text. */
  #outdated: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  open(found: Suggested): void {
    // A new object each time, because a key has ended the previous navigation.
    this.#become({ ...found });
  }

  close(): void {
    this.#become(undefined);
  }

  /** Closes the list soon, unless it is opened again, because the text has changed. */
  outdate(): void {
    this.#outdated ??= setTimeout(() => this.close(), OUTDATED_AFTER_MS);
  }

  /** Returns the entity of an option. */
  entityOf(target: EventTarget | null): Entity | undefined {
    if (!(target instanceof HTMLElement)) return undefined;
    return this.#open?.entities[Number(target.dataset.index)];
  }

  options(countries: CountryNames): readonly TemplateResult[] {
    const { entities = [], typed = '' } = this.#open ?? {};
    return entities.map((entity, index) => option(entity, index, typed, countries));
  }

  /** Returns the text for screen readers: the number of results, and what Enter chooses. */
  account({ results }: Texts, countries: CountryNames): string {
    const { entities = [] } = this.#open ?? {};
    const [first] = entities;
    if (first === undefined) return '';
    const name = [first.name, placeOf(first, countries)].filter(Boolean).join(', ');
    return `${results}: ${entities.length}. Enter: ${name}`;
  }

  hostUpdated(): void {
    this.#combobox ??= this.#createCombobox();
    if (this.#navigable === this.#open) return;
    this.#navigable = this.#open;
    if (this.#open === undefined) this.#combobox?.stop();
    else this.#combobox?.start();
  }

  #become(found: Suggested | undefined): void {
    clearTimeout(this.#outdated);
    this.#outdated = undefined;
    this.#open = found;
    this.#host.requestUpdate();
  }

  #createCombobox(): Combobox | undefined {
    const field = this.#host.renderRoot.querySelector('input');
    const list = this.#host.renderRoot.querySelector('ul');
    if (field === null || list === null) return undefined;
    return new Combobox(field, list, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: 'active',
    });
  }
}

/** Returns region and country of a city, empty for a country. */
function placeOf(entity: Entity, countries: CountryNames): string {
  if (!isCity(entity)) return '';
  const country = countries.get(entity.country_id) ?? entity.country_id;
  return [entity.region_name, country].filter(Boolean).join(', ');
}

/** Renders an entity. The typed part of its name is marked. */
function option(
  entity: Entity,
  index: number,
  typed: string,
  countries: CountryNames,
): TemplateResult {
  const { name } = entity;
  const length = matchedLength(name, typed);
  const detail = placeOf(entity, countries);
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

/** Ignores case, accents, hyphens and blanks, as the service does. */
const letters = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
const MARK = /^\p{Mark}/u;

/** Returns the length of the typed prefix in a name, or 0. */
export function matchedLength(name: string, typed: string): number {
  let length = 0;
  for (const character of name) {
    // Keeps letters and their accents together.
    if (isMatched(name.slice(0, length), typed) && !MARK.test(character)) return length;
    length += character.length;
  }
  return isMatched(name, typed) ? length : 0;
}

function isMatched(start: string, typed: string): boolean {
  return start !== '' && letters.compare(start, typed) === 0;
}
