import { html, nothing, type TemplateResult } from 'lit';
import { COLOURINGS, MAX_RINGS } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import { explained } from './controls.js';
import { LABELS } from './legend.js';
import { type Actions, select } from './parts.js';
import { counted } from './texts.js';

const COLOURING_OPTIONS = COLOURINGS.map((value) => ({ value, label: LABELS[value] }));

/** Shows the fields for rings and colours of lands. */
export function lands(explorer: Explorer, actions: Actions): TemplateResult {
  const { rings, colouring } = explorer.address;
  const found = explorer.lands.data?.length ?? 0;
  return html`<section aria-labelledby="lands">
    <h2 id="lands">Lands around</h2>
    <div class="field">
      <div>
        <label for="rings">Rings (k): <output for="rings">${rings}</output></label>
        ${explained('rings')}
      </div>
      <input
        id="rings"
        type="range"
        min="0"
        max=${MAX_RINGS}
        .value=${String(rings)}
        @input=${({ currentTarget }: Event) =>
          actions.adjust({ rings: (currentTarget as HTMLInputElement).valueAsNumber })}
      />
    </div>
    ${select('colouring', 'Coloured by', COLOURING_OPTIONS, colouring, (value) =>
      actions.go({ colouring: value }),
    )}
    ${found > 0 ? html`<p class="faint">${counted(found, 'hexagon')} loaded.</p>` : nothing}
  </section>`;
}
