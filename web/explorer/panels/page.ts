import { html, nothing, render } from 'lit';
import type { Explorer } from '../model/explorer.js';
import type { ThemeChoice } from '../theme.js';
import type { Actions } from './parts.js';
import { announcement, notice, token } from './notice.js';
import { country } from './country.js';
import { data } from './data.js';
import { exchanges } from './exchanges.js';
import { navigation, preferences, mapTools } from './header.js';
import { here } from './here.js';
import { internal } from './internal.js';
import { lands } from './lands.js';
import { legend } from './legend.js';

/** Renders the parts of the page that change. */
export class Page {
  readonly #navigation = element('navigation');
  readonly #preferences = element('preferences');
  readonly #notice = element('notice');
  readonly #mapPage = element('map-page');
  readonly #mapTools = element('map-tools');
  readonly #legend = element('legend');
  readonly #panel = element('panel');
  readonly #dataPage = element('data-page');
  readonly #announcement = element('announcement');

  show(explorer: Explorer, theme: ThemeChoice, actions: Actions): void {
    const { page, country: chosen } = explorer.address;
    const isMap = page === 'map';
    document.title = `${isMap ? 'Map' : 'Data'} · Geographic Data Service`;
    this.#mapPage.hidden = !isMap;
    this.#dataPage.hidden = isMap;
    render(navigation(explorer), this.#navigation);
    render(preferences(explorer, theme, actions), this.#preferences);
    render(html`${notice(explorer, actions)} ${token(explorer, actions)}`, this.#notice);
    render(mapTools(explorer, actions), this.#mapTools);
    render(legend(explorer, actions), this.#legend);
    const answers =
      chosen === undefined
        ? html`${here(explorer, actions)} ${lands(explorer, actions)} ${internal(explorer, actions)}`
        : country(explorer, chosen, actions);
    render(html`${answers} ${exchanges(explorer)}`, this.#panel);
    render(isMap ? nothing : data(explorer), this.#dataPage);
    // Writing the same text would make a screen reader repeat it.
    const words = announcement(explorer);
    if (this.#announcement.textContent !== words) this.#announcement.textContent = words;
  }
}

/** @throws Error if the page does not have the element */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}
