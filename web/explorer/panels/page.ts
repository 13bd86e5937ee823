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

/** How much of a phone the panel covers, in the order in which the handle leads through them. */
const SHEET_STATES = ['half', 'whole', 'away'] as const;
type SheetState = (typeof SHEET_STATES)[number];
/** Names what a press of the handle does. */
const HANDLE_LABELS: Readonly<Record<SheetState, string>> = {
  half: 'Show only the answers',
  whole: 'Show only the map',
  away: 'Show map and answers',
};

/** Renders the parts of the page that change. */
export class Page {
  #sheet: SheetState = 'half';
  /** The country or point that the panel is about. */
  #shown: string | Point | undefined;

  /** @param hasCells true if the map has the cells of the first view, as the built-in style does */
  constructor(private readonly hasCells: boolean) {
    const page = element('map-page');
    // A finger moves the panel, too.
    page.addEventListener('scroll', () => {
      const isWhole = page.scrollTop > element('sheet').offsetTop / 2;
      if (this.#sheet !== 'away') this.#nameSheet(isWhole ? 'whole' : 'half');
    });
    // The focus never lies below the edge of the window.
    element('panel').addEventListener('focusin', () => {
      if (this.#sheet === 'away') this.#moveSheet('half');
    });
    element('sheet-handle').addEventListener('click', () => {
      const next = SHEET_STATES.indexOf(this.#sheet) + 1;
      this.#moveSheet(SHEET_STATES[next] ?? 'half');
    });
    this.#moveSheet('half');
  }

  /** Moves the panel of a phone. Elsewhere it is beside the map, and nothing moves. */
  #moveSheet(state: SheetState): void {
    const page = element('map-page');
    page.classList.toggle('is-map-only', state === 'away');
    page.scrollTop = state === 'whole' ? element('sheet').offsetTop : 0;
    this.#nameSheet(state);
  }

  #nameSheet(state: SheetState): void {
    this.#sheet = state;
    element('sheet-handle').ariaLabel = HANDLE_LABELS[state];
  }

  show(explorer: Explorer, actions: Actions): void {
    const { address, located } = explorer;
    const { page, point, country: chosen } = address;
    const isMap = page === 'map';
    const focused = document.activeElement;
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
    render(legend(explorer, actions, this.hasCells), element('legend'));
    render(answers(explorer, actions), element('panel'));
    element('panel').ariaBusy = String(located.isAsking);
    // The answers have replaced what was pressed. A screen reader would lose its place.
    if (focused?.isConnected === false) element('panel').focus();
    const shown = chosen ?? point;
    if (shown !== this.#shown) this.#moveSheet('half');
    this.#shown = shown;
    render(isMap ? nothing : data(explorer), element('data-page'));
    render(exchanges(explorer), element('requests'));
    // A text that is rendered again does not change, so that a screen reader does not repeat it.
    render(announcement(explorer), element('announcement'));
  }
}

/** Shows the chosen country or point. */
function answers(explorer: Explorer, actions: Actions): TemplateResult {
  const { point, country: chosen } = explorer.address;
  if (chosen !== undefined && !explorer.isUnknown(chosen))
    return country(explorer, chosen, actions);
  if (point === undefined) return welcome(explorer, actions);
  return html`${here(explorer, point, actions)} ${lands(explorer, actions)}
  ${internal(explorer, point, actions)}`;
}
