import { html, nothing, render, type TemplateResult } from 'lit';
import { PAGES, type Point, writeAddress } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import type { ThemeChoice } from '../theme.js';
import { type Actions, element } from './parts.js';
import { announcement, notice, titleOf } from './notice.js';
import { country } from './country.js';
import { data } from './data.js';
import { exchanges } from './exchanges.js';
import { mapTools, settings } from './header.js';
import { here } from './here.js';
import { internal } from './internal.js';
import { lands } from './lands.js';
import { legend } from './legend.js';
import { welcome } from './welcome.js';

/** Renders the parts of the page that change. */
export class Page {
  readonly #settings = element('settings');
  readonly #notice = element('notice');
  readonly #mapPage = element('map-page');
  readonly #mapTools = element('map-tools');
  readonly #legend = element('legend');
  readonly #panel = element('panel');
  readonly #dataPage = element('data-page');
  readonly #requests = element('requests');
  readonly #announcement = element('announcement');
  /** The country or point that the panel is about. */
  #shown: string | Point | undefined;

  constructor() {
    element('sheet-handle').addEventListener('click', () => {
      this.#scrollSheet(this.#mapPage.scrollTop > 0 ? 0 : element('sheet').offsetTop);
    });
  }

  show(explorer: Explorer, theme: ThemeChoice, actions: Actions): void {
    const { address, located } = explorer;
    const { page, point, country: chosen } = address;
    const isMap = page === 'map';
    document.title = titleOf(explorer);
    this.#mapPage.hidden = !isMap;
    this.#dataPage.hidden = isMap;
    for (const each of PAGES)
      for (const link of document.querySelectorAll<HTMLAnchorElement>(`[data-page=${each}]`)) {
        link.href = writeAddress({ ...address, page: each });
        link.ariaCurrent = each === page ? 'page' : 'false';
      }
    render(settings(explorer, theme, actions), this.#settings);
    render(notice(explorer, actions), this.#notice);
    render(mapTools(explorer, actions), this.#mapTools);
    render(legend(explorer, actions), this.#legend);
    render(answers(explorer, actions), this.#panel);
    this.#panel.ariaBusy = String(located.isAsking);
    const shown = chosen ?? point;
    if (shown !== this.#shown) this.#scrollSheet(0);
    this.#shown = shown;
    render(isMap ? nothing : data(explorer), this.#dataPage);
    render(exchanges(explorer), this.#requests);
    // Writing the same text would make a screen reader repeat it.
    const words = announcement(explorer);
    if (this.#announcement.textContent !== words) this.#announcement.textContent = words;
  }

  /** Moves the panel of a phone over the map. Elsewhere it is beside the map, and nothing scrolls. */
  #scrollSheet(top: number): void {
    this.#mapPage.scrollTop = top;
  }
}

/** Shows the chosen country or point. */
function answers(explorer: Explorer, actions: Actions): TemplateResult {
  const { point, country: chosen } = explorer.address;
  if (chosen !== undefined) return country(explorer, chosen, actions);
  if (point === undefined) return welcome(explorer.address, actions);
  return html`${here(explorer, point, actions)} ${lands(explorer, actions)}
  ${internal(explorer, point, actions)}`;
}
