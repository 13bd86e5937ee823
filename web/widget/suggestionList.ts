import Combobox from '@github/combobox-nav';
import { type LitElement, type ReactiveController, type TemplateResult, html, nothing } from 'lit';
import { OUTDATED_AFTER_MS } from '../shared/typing.js';
import type { Entity } from '../client/src/element.js';
import { type CountryNames, type NamesFound, type Suggestion, isCity } from './lookups.js';
import type { Texts } from './translations.js';

/** The entities that were found for a text. */
export interface Suggested extends NamesFound {
  readonly typed: string;
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
    return this.#open?.found[Number(target.dataset.index)]?.entity;
  }

  options({ near }: Texts, countries: CountryNames): readonly TemplateResult[] {
    const { found = [], typed = '', isNear = false } = this.#open ?? {};
    const options = found.map((each, index) => option(each, index, typed, countries));
    return isNear ? [html`<li part="near" role="presentation">${near}</li>`, ...options] : options;
  }

  /** Returns the text for screen readers: the number of results, and what Enter chooses. */
  account({ results, near }: Texts, countries: CountryNames): string {
    const { found = [], isNear = false } = this.#open ?? {};
    const [first] = found;
    if (first === undefined) return '';
    const { entity, matchedName } = first;
    const name = matchedName === null ? entity.name : `${entity.name} (${matchedName})`;
    const text = [name, placeOf(entity, countries)].filter(Boolean).join(', ');
    return `${isNear ? `${near} ` : ''}${results}: ${found.length}. Enter: ${text}`;
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

/** Renders an entity, and the name that matched if it is another one. */
function option(
  { entity, matchedName }: Suggestion,
  index: number,
  typed: string,
  countries: CountryNames,
): TemplateResult {
  const detail = placeOf(entity, countries);
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

/** Marks the typed part of a name. */
function marked(name: string, typed: string): TemplateResult | string {
  const [before, part, after] = splitAtTyped(name, typed);
  return part === '' ? name : html`${before}<mark part="match">${part}</mark>${after}`;
}

/** Ignores case, accents, hyphens and blanks, as the service does. */
export const letters = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
const WORD_START = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu;
/** Keeps letters and their accents together. */
const LETTER = /.\p{M}*/gsu;

/** Returns a name in three parts. The second was typed, from the start of a word, or is empty. */
export function splitAtTyped(name: string, typed: string): [string, string, string] {
  for (const { index: start } of name.matchAll(WORD_START)) {
    let end = start;
    for (const [letter] of name.slice(start).matchAll(LETTER)) {
      end += letter.length;
      const part = name.slice(start, end);
      if (letters.compare(part, typed) === 0) return [name.slice(0, start), part, name.slice(end)];
    }
  }
  return [name, '', ''];
}
