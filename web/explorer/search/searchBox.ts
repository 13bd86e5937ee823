import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { OptionList } from '../../shared/optionList.js';
import { isTouch } from '../../shared/page.js';
import { marked } from '../../shared/typed.js';
import { confirmsComposition, Latest, MAX_CHARACTERS } from '../../shared/typing.js';
import type { Language } from '../languages.js';
import { rounded } from '../panels/texts.js';
import type { SearchHit, SearchOutcome } from './hits.js';
import { typeIcon } from './icons.js';

/** Most people type the next letter sooner. */
const DEBOUNCE_MS = 80;

type Search = (token: string, signal: AbortSignal) => Promise<SearchOutcome>;

/** An editable combobox of what is found, as in the ARIA Authoring Practices. */
export class SearchBox extends LitElement {
  onChoose: ((hit: SearchHit) => void) | undefined;
  #search: Search | undefined;
  #language: Language = 'en';
  readonly #list = new OptionList<SearchHit>(this);
  readonly #latest = new Latest();
  /** The text that the hits were found for. */
  #text = '';
  /** Shown in place of the list. */
  #message = '';
  /** True from a key until the results of the text are shown. */
  #isBusy = false;
  /** Enter was pressed meanwhile. The first of them is then chosen. */
  #isEntered = false;

  /** Starts searching, also for a text that was typed before. */
  set search(search: Search) {
    this.#search = search;
    if (this.hasUpdated) this.#typed();
  }

  /** The language of the names. */
  set language(language: Language) {
    if (language === this.#language) return;
    this.#language = language;
    this.#close();
  }

  /** Renders without shadow root, so that the styles of the page apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { items, isOpen } = this.#list;
    const text = isOpen ? `${items.length} found` : this.#message;
    return html`<label for="search" class="hidden"
        >Search a country, city or region in any language, or coordinates</label
      >
      <input
        id="search"
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength=${MAX_CHARACTERS}
        placeholder="Country, city, region or coordinates …"
        @input=${this.#typed}
        @keydown=${this.#pressed}
        @blur=${this.#close}
      />
      <ul
        id="search-hits"
        role="listbox"
        aria-label="What was found"
        ?hidden=${!isOpen}
        @combobox-commit=${({ target }: Event) => this.#choose(this.#list.itemOf(target))}
      >
        ${items.map((hit, index) => this.#option(hit, index))}
      </ul>
      <p class=${this.#message === '' ? 'hidden' : 'search-message'} role="status">${text}</p>`;
  }

  #option(hit: SearchHit, index: number): TemplateResult {
    const { type, name, matchedName, detail, population } = hit;
    const mark = (text: string) => html`<bdi>${marked(text, this.#text)}</bdi>`;
    return html`<li id="search-hit-${index}" role="option" data-index=${index}>
      ${typeIcon(type)}
      <span>
        <span lang=${this.#language}>${mark(name)}</span>
        ${matchedName === null ? nothing : html`<small>(${mark(matchedName)})</small>`}
        <span class="faint"><bdi>${detail}</bdi></span>
      </span>
      ${population === null ? nothing : html`<span class="faint">${rounded(population)}</span>`}
    </li>`;
  }

  readonly #typed = (): void => {
    const token = this.#input.value.trim();
    this.#isEntered = false;
    this.#message = '';
    if (token === '') this.#close();
    else void this.#ask(token);
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    // This key belongs to an input method.
    if (confirmsComposition(event)) {
      event.stopImmediatePropagation();
    } else if (event.key === 'Enter') {
      this.#isEntered = this.#isBusy;
    } else if (event.key === 'ArrowDown' && !this.#list.isOpen && !this.#isBusy) {
      event.preventDefault();
      this.#typed();
    } else if (event.key === 'Escape') {
      if (!this.#list.isOpen && this.#message === '') this.#input.value = '';
      this.#close();
    }
  };

  async #ask(token: string): Promise<void> {
    this.#isBusy = true;
    this.#list.outdate();
    const outcome = await this.#latest.run(DEBOUNCE_MS, async (signal) =>
      this.#search?.(token, signal),
    );
    if (outcome === undefined) return;
    const { hits, message } = outcome;
    const chosen = this.#isEntered ? hits[0] : undefined;
    this.#close();
    this.#message = message;
    this.#text = token;
    this.#list.show(hits);
    this.#choose(chosen);
  }

  #choose(hit: SearchHit | undefined): void {
    if (hit === undefined) return;
    this.#input.value = hit.name;
    this.#close();
    // The keyboard of a phone would cover the answers.
    if (isTouch) this.#input.blur();
    this.onChoose?.(hit);
  }

  readonly #close = (): void => {
    this.#latest.cancel();
    this.#isBusy = false;
    this.#isEntered = false;
    this.#message = '';
    this.#list.close();
  };

  get #input(): HTMLInputElement {
    const input = this.querySelector('input');
    if (input === null) throw new Error('The field is not rendered yet.');
    return input;
  }
}

customElements.define('search-box', SearchBox);
