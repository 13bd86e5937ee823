import { html, nothing, type TemplateResult } from 'lit';
import type { Address, Camera, Point } from '../address.js';
import type { Failure } from '../api/failures.js';
import type { ApiRequest } from '../api/requests.js';
import type { Language } from '../languages.js';
import type { Lookup } from '../model/lookup.js';
import type { ThemeChoice } from '../../shared/theme.js';

/** The actions of the panels. */
export interface Actions {
  /** Shows another address. The browser's back button returns to the previous one. */
  readonly go: (change: Partial<Address>) => void;
  /** Replaces the address, such as while a slider moves. */
  readonly adjust: (change: Partial<Address>) => void;
  readonly fly: (camera: Camera) => void;
  /** Shows a country, and flies to it. */
  readonly showCountry: (id: string) => void;
  /** Looks up a point, and flies to where the lands around it are seen. */
  readonly showLands: (point: Point) => void;
  /** Null forgets the token that was entered. */
  readonly useToken: (token: string | null) => void;
  readonly write: (request: ApiRequest) => void;
  readonly retry: () => void;
  readonly useTheme: (choice: ThemeChoice) => void;
}

/** Shows a name in its language and direction. */
export function nameIn(language: Language, name: string): TemplateResult {
  return html`<bdi lang=${language}>${name}</bdi>`;
}

/**
 * Shows the result of a lookup, or its placeholder. The banner of the page shows its failure.
 * @param lines of the placeholder, as many as the result usually has
 */
export function shown<Data>(
  { data, failure, isAsking }: Lookup<Data>,
  show: (data: Data) => TemplateResult | typeof nothing,
  lines = 2,
): TemplateResult | typeof nothing {
  if (data !== undefined) return show(data);
  return isAsking && failure === undefined ? skeleton(lines) : nothing;
}

export function skeleton(lines: number): TemplateResult {
  return html`<div class="skeleton" aria-busy="true">
    <span class="hidden">Loading</span> ${Array.from({ length: lines }, () => html`<i></i>`)}
  </div>`;
}

export function failureNote({ message, advice }: Failure): TemplateResult {
  return html`<p class="failure">${message} ${advice}</p>`;
}

/** Shows a choice of values. Each has a label, and may have a language. */
export function select<Value extends string>(
  id: string,
  label: string,
  options: readonly { value: Value; label: string; lang?: string }[],
  selected: Value,
  onChange: (value: Value) => void,
): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      @change=${({ currentTarget }: Event) => {
        const option = options[(currentTarget as HTMLSelectElement).selectedIndex];
        if (option !== undefined) onChange(option.value);
      }}
    >
      ${options.map(
        ({ value, label: text, lang }) =>
          html`<option value=${value} lang=${lang ?? nothing} .selected=${value === selected}>
            ${text}
          </option>`,
      )}
    </select>
  </div>`;
}

/** Shows facts by their terms. Leaves out empty ones. */
export function facts(entries: Readonly<Record<string, unknown>>): TemplateResult {
  const known = Object.entries(entries).filter(([, fact]) => Boolean(fact));
  return html`<dl>
    ${known.map(
      ([term, fact]) =>
        html`<dt>${term}</dt>
          <dd>${fact}</dd>`,
    )}
  </dl>`;
}

/** Shows a patch of colour. The content security policy forbids style attributes. */
export function swatch(colour: string): TemplateResult {
  return html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect width="1" height="1" fill=${colour}></rect>
  </svg>`;
}
