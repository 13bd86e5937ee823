import { html, nothing, type TemplateResult } from 'lit';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './actions.js';

/** Says what is in the way of answers, and offers what helps. */
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
