import { html, nothing, type TemplateResult } from 'lit';
import { isTouch } from '../../shared/page.js';
import { readAddress } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './parts.js';

/** What to try: a name, what it shows, and the fragment of its address. */
const SUGGESTIONS: readonly (readonly [label: string, hint: string, fragment: string])[] = [
  ['Paris, Texas', 'One of many cities with this name', 'view=11/33.6609/-95.5555&at=33.6609,-95.5555&k=5'],
  ['Where is 0,0?', 'What the service answers at sea', 'view=3.5/0/0&at=0,0'],
  ['Cairo, land by land', '331 hexagons from the Nile to the desert, coloured by altitude', 'view=10.6/30.02/31.25&at=30.02,31.25&k=10'],
  ['Three countries at once', 'Switzerland, Germany and France around Basel', 'view=10.6/47.5596/7.5886&at=47.5596,7.5886&k=10&by=country'],
]; // prettier-ignore

/** Shows what the page is for, while nothing is chosen. */
export function welcome(explorer: Explorer, actions: Actions): TemplateResult {
  const { projection, language } = explorer.address;
  const { linkFault } = explorer;
  return html`<section class="welcome" aria-labelledby="welcome">
    ${linkFault === undefined ? nothing : html`<p class="stale">${linkFault} Here is the start.</p>`}
    <h2 id="welcome">Look up any place on Earth</h2>
    <p>
      ${isTouch ? 'Tap' : 'Click'} the map or search for a name. The service answers with the
      country, the closest city, the time zone and the land of the place. A land is a hexagon of
      about 0.7 km², a cell of the H3 grid.
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
    ${
      isTouch
        ? nothing
        : html`<p class="faint">
            With the keyboard, move the map with the arrow keys, then press Enter to look up its
            middle.
          </p>`
    }
  </section>`;
}
