import { html, nothing, type TemplateResult } from 'lit';
import { classOf, legendOf } from '../model/landClass.js';
import { type Actions, readable, select, swatch } from './parts.js';
import type { Explorer } from '../model/explorer.js';
import { type Colouring, COLOURINGS, MAX_RINGS } from '../address.js';

const LABELS: Readonly<Record<Colouring, string>> = {
  altitude: 'Altitude',
  biome: 'Biome',
  markers: 'Number of markers',
  country: 'Country',
};

const COLOURING_OPTIONS = COLOURINGS.map((value) => ({ value, label: LABELS[value] }));

/** Shows the fields for rings and colours of lands, and the legend. */
export function lands(explorer: Explorer, actions: Actions): TemplateResult {
  const { rings, colouring } = explorer.address;
  return html`<section aria-labelledby="lands">
    <h2 id="lands">Lands around</h2>
    <div class="field">
      <label for="rings">Rings (k): <output for="rings">${rings}</output></label>
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
    <div class="field">
      <label for="colouring">Coloured by</label>
      ${select('colouring', COLOURING_OPTIONS, colouring, (value) => actions.go({ colouring: value }))}
    </div>
    ${legend(explorer)}
  </section>`;
}

function legend(explorer: Explorer): TemplateResult | typeof nothing {
  const found = explorer.lands.data ?? [];
  if (found.length === 0) return nothing;
  const nameOf = (id: string): string => explorer.countryName(id);
  const classes = found.map((land) => classOf(land, explorer.address.colouring, nameOf));
  return html`<ul class="legend" aria-label="Legend">
      ${legendOf(classes).map(
        ({ label, colour, count }) =>
          html`<li>
            ${swatch(colour)}
            <bdi>${label}</bdi> <span class="faint">${readable(count)}</span>
          </li>`,
      )}
    </ul>
    <p class="faint" dir="auto">
      ${readable(found.length)} ${found.length === 1 ? 'land' : 'lands'} in the data.
    </p>`;
}
