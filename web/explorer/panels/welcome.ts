import { html, type TemplateResult } from 'lit';
import { type Address, readAddress } from '../address.js';
import type { Actions } from './parts.js';

/** What to try: a name, what it shows, and the fragment of its address. */
const SUGGESTIONS: readonly (readonly [label: string, hint: string, fragment: string])[] = [
  ['Paris, Texas', 'One of many cities with this name', 'view=11/33.6609/-95.5555&at=33.6609,-95.5555&k=5'],
  ['Where is 0,0?', 'What the service answers at sea', 'view=3.5/0/0&at=0,0'],
  ['Swiss lands', '331 hexagons in the Alps, coloured by altitude', 'view=10.6/46.6863/7.8632&at=46.6863,7.8632&k=10'],
  ['Three countries at once', 'Switzerland, Germany and France around Basel', 'view=10.6/47.5596/7.5886&at=47.5596,7.5886&k=10&by=country'],
]; // prettier-ignore

/** Shows what the page is for, while nothing is chosen. */
export function welcome({ projection, language }: Address, actions: Actions): TemplateResult {
  return html`<section class="welcome" aria-labelledby="welcome">
    <h2 id="welcome">Look up any place on Earth</h2>
    <p>
      Click the map or search a name. The service answers with the country, the closest city, the
      time zone and the land of the place. A land is a hexagon of about 0.7 km², a cell of the H3
      grid.
    </p>
    <h3>Try one of these</h3>
    <ul class="suggestions">
      ${SUGGESTIONS.map(([label, hint, fragment]) => {
        const address = { ...readAddress(`#map?${fragment}`), projection, language };
        return html`<li>
          <button
            type="button"
            @click=${() => {
              actions.go(address);
              actions.fly(address.camera);
            }}
          >
            ${label} <span class="faint">${hint}</span>
          </button>
        </li>`;
      })}
    </ul>
    <p class="faint">
      With the keyboard, move the map with the arrow keys, then press Enter to look up its middle.
    </p>
  </section>`;
}
