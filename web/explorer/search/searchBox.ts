import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Language } from '../languages.js';
import type { SearchHit, SearchOutcome } from './hits.js';

/** A person types the next letter later than that only when hesitating. */
const DEBOUNCE_MS = 80;

type Search = (token: string, signal: AbortSignal) => Promise<SearchOutcome>;

/** An editable combobox of countries and cities, by the pattern of the ARIA Authoring Practices. */
export class SearchBox extends LitElement {
  search: Search | undefined;
  onChoose: ((hit: SearchHit) => void) | undefined;
  #language: Language = 'en';
  #hits: readonly SearchHit[] = [];
  #active = -1;
  #isOpen = false;
  /** True while the list is that of an earlier text. */
  #isPending = false;
  /** True if Enter was pressed meanwhile: the first hit is chosen as soon as it is there. */
  #isEntered = false;
  #message = '';
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Of the names. */
  set language(language: Language) {
    if (language === this.#language) return;
    this.#language = language;
    this.#close();
  }

  /** The page's own styles are those of this part of it. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const isListed = this.#isOpen && this.#hits.length > 0;
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
      <p class="search-message" role="status" ?hidden=${!this.#isOpen}>${this.#message}</p>`;
  }

  #option({ name, detail }: SearchHit, index: number): TemplateResult {
    return html`<li
      id="search-hit-${index}"
      role="option"
      aria-selected=${index === this.#active ? 'true' : 'false'}
      @pointerdown=${(event: Event) => {
        // The focus stays in the field.
        event.preventDefault();
      }}
      @click=${() => {
        this.#choose(index);
      }}
    >
      <bdi lang=${this.#language}>${name}</bdi> <span class="faint"><bdi>${detail}</bdi></span>
    </li>`;
  }

  readonly #typed = (): void => {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#isPending = true;
    this.#isEntered = false;
    this.#active = -1;
    this.requestUpdate();
    const token = this.#input.value.trim();
    if (token === '') this.#close();
    else this.#timer = setTimeout(() => void this.#ask(token), DEBOUNCE_MS);
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    // Keys that an input method takes are not for the list.
    if (event.isComposing) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => {
        this.#move(1);
      },
      ArrowUp: () => {
        this.#move(-1);
      },
      Enter: () => {
        if (this.#isPending && this.#active < 0) this.#isEntered = true;
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
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const outcome = await this.search?.(token, abort.signal);
      if (outcome === undefined || abort.signal.aborted) return;
      this.#show(outcome);
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
  }

  #show(outcome: SearchOutcome): void {
    this.#isOpen = true;
    this.#isPending = false;
    this.#active = -1;
    if (outcome.failure === undefined) {
      this.#hits = outcome.hits;
      const count = outcome.hits.length;
      if (count === 0) this.#message = 'Nothing has a name that starts so.';
      else this.#message = `${count} found`;
    } else {
      this.#hits = [];
      this.#message = `${outcome.failure.message} ${outcome.failure.advice}`;
    }
    this.requestUpdate();
    if (this.#isEntered) this.#choose(0);
  }

  #move(step: number): void {
    const count = this.#hits.length;
    if (count === 0) return;
    this.#isOpen = true;
    // From the field upwards: the last one.
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
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#isOpen = false;
    this.#isPending = false;
    this.#isEntered = false;
    this.#active = -1;
    this.#hits = [];
    this.#message = '';
    this.requestUpdate();
  };

  get #input(): HTMLInputElement {
    const input = this.querySelector('input');
    if (input === null) throw new Error('The field is not there yet.');
    return input;
  }
}

customElements.define('search-box', SearchBox);
