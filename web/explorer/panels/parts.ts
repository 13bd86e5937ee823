import { html, nothing, type TemplateResult } from 'lit';
import type { Failure } from '../api/failures.js';
import type { Language } from '../languages.js';
import type { Lookup } from '../model/lookup.js';

/** Shows a name in its language and direction. */
export function nameIn(language: Language, name: string): TemplateResult {
  return html`<bdi lang=${language}>${name}</bdi>`;
}

/** Shows what was found, or that it is asked for, or why it is not there. */
export function shown<Data>(
  lookup: Lookup<Data>,
  show: (data: Data) => TemplateResult | typeof nothing,
): TemplateResult | typeof nothing {
  const { data, failure } = lookup;
  if (data !== undefined) return show(data);
  if (failure !== undefined) return failureNote(failure);
  return lookup.result.state === 'asking' ? html`<p class="faint">Asking …</p>` : nothing;
}

export function failureNote({ message, advice }: Failure): TemplateResult {
  return html`<p class="failure" dir="auto">${message} ${advice}</p>`;
}

/** Shows a patch of a colour; the content security policy lets no style attribute do that. */
export function swatch(colour: string): TemplateResult {
  return html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect width="1" height="1" fill=${colour}></rect>
  </svg>`;
}
