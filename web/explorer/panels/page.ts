import { html, nothing, render, type TemplateResult } from 'lit';
import { element } from '../../shared/page.js';
import { PAGES, type Point, writeAddress } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './parts.js';
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
  /** The country or point that the panel is about. */
  #shown: string | Point | undefined;

  constructor() {
    element('sheet-handle').addEventListener('click', () => {
      const whole = element('sheet').offsetTop;
      scrollSheet(element('map-page').scrollTop > whole / 2 ? 0 : whole);
    });
  }

  show(explorer: Explorer, actions: Actions): void {
    const { address, located } = explorer;
    const { page, point, country: chosen } = address;
    const isMap = page === 'map';
    document.title = titleOf(explorer);
    element('map-page').hidden = !isMap;
    element('data-page').hidden = isMap;
    for (const each of PAGES)
      for (const link of document.querySelectorAll<HTMLAnchorElement>(`[data-page=${each}]`)) {
        link.href = writeAddress({ ...address, page: each });
        link.ariaCurrent = each === page ? 'page' : 'false';
      }
    render(settings(explorer, actions), element('settings'));
    render(notice(explorer, actions), element('notice'));
    render(mapTools(explorer, actions), element('map-tools'));
    render(legend(explorer, actions), element('legend'));
    render(answers(explorer, actions), element('panel'));
    element('panel').ariaBusy = String(located.isAsking);
    const shown = chosen ?? point;
    if (shown !== this.#shown) scrollSheet(0);
    this.#shown = shown;
    render(isMap ? nothing : data(explorer), element('data-page'));
    render(exchanges(explorer), element('requests'));
    // A text that is rendered again does not change, so that a screen reader does not repeat it.
    render(announcement(explorer), element('announcement'));
  }
}

/** Moves the panel of a phone over the map. Elsewhere it is beside the map, and nothing scrolls. */
function scrollSheet(top: number): void {
  element('map-page').scrollTop = top;
}

/** Shows the chosen country or point. */
function answers(explorer: Explorer, actions: Actions): TemplateResult {
  const { point, country: chosen } = explorer.address;
  if (chosen !== undefined) return country(explorer, chosen, actions);
  if (point === undefined) return welcome(explorer.address, actions);
  return html`${here(explorer, point, actions)} ${lands(explorer, actions)}
  ${internal(explorer, point, actions)}`;
}
