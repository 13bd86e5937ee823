import { html, nothing, type TemplateResult } from 'lit';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './parts.js';

/** Shows the failure of the page, and a button to try again. */
export function notice(explorer: Explorer, actions: Actions): TemplateResult | typeof nothing {
  const { failure } = explorer;
  if (failure === undefined) return nothing;
  return html`<div class="notice">
    <p dir="auto"><strong>${failure.message}</strong> ${failure.advice}</p>
    ${
      failure.needsToken
        ? nothing
        : html`<button
            type="button"
            @click=${() => {
              actions.retry();
            }}
          >
            Try again now
          </button>`
    }
  </div>`;
}

/** Returns what a screen reader says once the answers about a point have come. */
export function announcement(explorer: Explorer): string {
  const { located, address, failure } = explorer;
  if (failure !== undefined) return `${failure.message} ${failure.advice}`;
  if (address.point === undefined) return '';
  if (located.result.state !== 'found') return '';
  const { countries, city } = located.result.data;
  const names = countries.map(({ name }) => name);
  const place = names.length === 0 ? 'No country here.' : `${names.join(', ')}.`;
  return city.latlng === null ? place : `${place} Closest city: ${city.name}.`;
}
