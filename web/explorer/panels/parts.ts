import { html, nothing, type TemplateResult } from 'lit';
import type { Address, Camera, Point } from '../address.js';
import type { Failure } from '../api/failures.js';
import type { ApiRequest } from '../api/requests.js';
import type { Language } from '../languages.js';
import type { Lookup } from '../model/lookup.js';
import type { ThemeChoice } from '../theme.js';

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
  options: readonly { value: Value; label: string; lang?: string }[],
  selected: Value,
  onChange: (value: Value) => void,
): TemplateResult {
  return html`<select
    id=${id}
    @change=${({ currentTarget }: Event) => {
      const { selectedIndex } = currentTarget as HTMLSelectElement;
      const option = options[selectedIndex];
      if (option !== undefined) onChange(option.value);
    }}
  >
    ${options.map(
      ({ value, label, lang }) =>
        html`<option value=${value} lang=${lang ?? nothing} .selected=${value === selected}>
          ${label}
        </option>`,
    )}
  </select>`;
}

/** Shows a patch of colour. The content security policy forbids style attributes. */
export function swatch(colour: string): TemplateResult {
  return html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect width="1" height="1" fill=${colour}></rect>
  </svg>`;
}

/** Formats a number, such as `1,234`. */
export function readable(value: number, fractionDigits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: fractionDigits });
}

/** Formats a distance in metres below a kilometre, else in kilometres. */
export function distance(kilometres: number): string {
  if (kilometres < 1) return `${readable(kilometres * 1_000)} m`;
  return `${readable(kilometres, kilometres < 100 ? 1 : 0)} km`;
}

/** Formats a time in the visitor's time zone. Returns an invalid time unchanged. */
export function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** @throws Error if the page does not have the element */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}
