import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { confirmsComposition, Latest, OUTDATED_AFTER_MS } from '../../shared/typing.js';
import type { Language } from '../languages.js';
import type { SearchHit, SearchOutcome } from './hits.js';

/** Most people type the next letter sooner. */
const DEBOUNCE_MS = 80;

type Search = (token: string, signal: AbortSignal) => Promise<SearchOutcome>;

/** An editable combobox of countries and cities, as in the ARIA Authoring Practices. */
export class SearchBox extends LitElement {
  onChoose: ((hit: SearchHit) => void) | undefined;
  #search: Search | undefined;
  #language: Language = 'en';
  #hits: readonly SearchHit[] = [];
  #active = -1;
  #isOpen = false;
  /** Enter was pressed before the answer came. The answer's first hit is then chosen. */
  #isEntered = false;
  #message = '';
  readonly #latest = new Latest();
  /** Runs while the hits belong to an earlier text. */
  #outdated: ReturnType<typeof setTimeout> | undefined;

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
    const isListed = this.#isOpen && this.#hits.length > 0;
    const messageClass = isListed ? 'hidden' : 'search-message';
    return html`<label for="search" class="hidden">Search a country or city, in any language</label>
      <input
        id="search"
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength="100"
        placeholder="Search a country or city …"
        aria-autocomplete="list"
        aria-expanded=${isListed ? 'true' : 'false'}
        aria-controls="search-hits"
        aria-activedescendant=${this.#active >= 0 && isListed ? `search-hit-${this.#active}` : nothing}
        @input=${this.#typed}
        @keydown=${this.#pressed}
        @blur=${this.#close}
      />
      <ul id="search-hits" role="listbox" aria-label="Countries and cities" ?hidden=${!isListed}>
        ${this.#hits.map((hit, index) => this.#option(hit, index))}
      </ul>
      <p class=${messageClass} role="status" ?hidden=${!this.#isOpen}>${this.#message}</p>`;
  }

  #option({ name, matchedName, detail }: SearchHit, index: number): TemplateResult {
    return html`<li
      id="search-hit-${index}"
      role="option"
      aria-selected=${index === this.#active ? 'true' : 'false'}
      @pointerdown=${(event: Event) => {
        // Keeps the focus in the field.
        event.preventDefault();
      }}
      @click=${() => this.#choose(index)}
    >
      <bdi lang=${this.#language}>${name}</bdi>
      ${matchedName === null ? nothing : html`<small>(<bdi>${matchedName}</bdi>)</small>`}
      <span class="faint"><bdi>${detail}</bdi></span>
    </li>`;
  }

  /** Shows the results of a search, or its failure. */
  show(outcome: SearchOutcome): void {
    const isEntered = this.#isEntered;
    this.#isEntered = false;
    this.#stopOutdating();
    this.#isOpen = true;
    this.#active = -1;
    if (outcome.failure === undefined) {
      this.#hits = outcome.hits;
      const count = outcome.hits.length;
      this.#message = count === 0 ? 'Nothing found.' : `${count} found`;
    } else {
      this.#hits = [];
      this.#message = `${outcome.failure.message} ${outcome.failure.advice}`;
    }
    this.requestUpdate();
    if (isEntered) this.#choose(0);
  }

  readonly #typed = (): void => {
    this.#isEntered = false;
    const token = this.#input.value.trim();
    this.#active = -1;
    this.requestUpdate();
    if (token === '') this.#close();
    else void this.#ask(token);
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    // This key belongs to an input method.
    if (confirmsComposition(event)) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#move(1),
      ArrowUp: () => this.#move(-1),
      Enter: () => {
        if (this.#outdated !== undefined && this.#active < 0) this.#isEntered = true;
        else this.#choose(Math.max(0, this.#active));
      },
      Escape: () => {
        if (!this.#isOpen) this.#input.value = '';
        this.#close();
      },
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  async #ask(token: string): Promise<void> {
    this.#outdated ??= setTimeout(() => {
      this.#hits = [];
      this.#message = '';
      this.requestUpdate();
    }, OUTDATED_AFTER_MS);
    const outcome = await this.#latest.run(DEBOUNCE_MS, async (signal) =>
      this.#search?.(token, signal),
    );
    if (outcome !== undefined) this.show(outcome);
  }

  #stopOutdating(): void {
    clearTimeout(this.#outdated);
    this.#outdated = undefined;
  }

  #move(step: number): void {
    const count = this.#hits.length;
    if (count === 0) return;
    this.#isOpen = true;
    // Up from the field selects the last hit.
    this.#active = this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    });
  }

  #choose(index: number): void {
    const hit = this.#isOpen ? this.#hits[index] : undefined;
    if (hit === undefined) return;
    this.#input.value = hit.name;
    this.#close();
    this.onChoose?.(hit);
  }

  readonly #close = (): void => {
    this.#latest.cancel();
    this.#stopOutdating();
    this.#isOpen = false;
    this.#isEntered = false;
    this.#active = -1;
    this.#hits = [];
    this.#message = '';
    this.requestUpdate();
  };

  get #input(): HTMLInputElement {
    const input = this.querySelector('input');
    if (input === null) throw new Error('The field is not rendered yet.');
    return input;
  }
}

customElements.define('search-box', SearchBox);
