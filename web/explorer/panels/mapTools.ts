import { html, type TemplateResult } from 'lit';
import type { Explorer } from '../model/explorer.js';
import { PROJECTIONS } from '../state/state.js';
import type { Actions } from './actions.js';

/** Chooses between the globe and the flat map. */
export function mapTools({ address }: Explorer, actions: Actions): TemplateResult {
  return html`<div role="group" aria-label="Projection" class="choice">
    ${PROJECTIONS.map(
      (projection) =>
        html`<button
          type="button"
          aria-pressed=${projection === address.projection ? 'true' : 'false'}
          @click=${() => {
            actions.go({ projection });
          }}
        >
          ${projection === 'globe' ? 'Globe' : 'Flat'}
        </button>`,
    )}
  </div>`;
}
