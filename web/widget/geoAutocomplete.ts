import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Entity, GeoAutocomplete as Declared } from '../client/src/element.js';
import { confirmsComposition, MAX_CHARACTERS } from '../shared/typing.js';
import { ChoiceField } from './choiceField.js';
import { TimeoutError } from '../client/src/errors.js';
import { isTemporary } from '../client/src/retries.js';
import { CountryScope } from './countryScope.js';
import { exactlyNamed } from './exactName.js';
import { detailOf, reportFailure } from './failures.js';
import { Popup } from './popup.js';
import { styles } from './styles.js';
import { type Suggested, SuggestionList } from './suggestionList.js';
import { composingPauseMs, Suggestions } from './suggestions.js';

/** The longest pause after which a field that was left is still searched. */
const LONGEST_PAUSE_WHEN_LEFT_MS = 10_000;
/** How often a search is repeated after failures: for about two minutes, because the pauses grow. */
const RETRIES = 10;

/** A form field that suggests cities or countries while the visitor types. Its value is their id. */
export class GeoAutocomplete extends ChoiceField implements Declared {
  static override readonly styles = styles;

  readonly #suggestions = new Suggestions();
  // Before the list, which needs visible options.
  readonly #popup = new Popup(this);
  readonly #list = new SuggestionList(this);
  readonly #scope = new CountryScope(this);
  /** Shown in place of the list. */
  #message = '';
  #languageShown = '';
  /** True from a key until the suggestions for the text are shown. */
  #isBusy = false;
  /** Enter was pressed meanwhile. The first of them will be chosen. */
  #isEntered = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dismiss();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.language === this.#languageShown) return;
    this.#languageShown = this.language;
    this.dismiss();
  }

  protected override updated(): void {
    super.updated();
    if (!this.#scope.excludesChoice) return;
    this.setText('');
    this.reportInput();
  }

  protected override render(): TemplateResult {
    const { label, placeholder, outerName, fault } = this;
    this.#popup.isOpen = this.#list.isOpen || this.#message !== '';
    const name = outerName === '' && label === '' ? placeholder : outerName;
    return html`
      ${label === '' ? nothing : html`<label part="label" for="input">${label}</label>`}
      <div class=${this.#isBusy ? 'field busy' : 'field'}>
        <input
          id="input"
          part="input"
          type="text"
          role="combobox"
          dir="auto"
          autocomplete=${this.autocomplete}
          autocapitalize="none"
          spellcheck="false"
          maxlength=${MAX_CHARACTERS}
          placeholder=${placeholder || nothing}
          aria-label=${name || nothing}
          aria-required=${this.required}
          aria-invalid=${fault !== ''}
          aria-describedby=${fault === '' ? nothing : 'error'}
          .value=${live(this.text)}
          ?disabled=${this.isDisabled}
          @input=${this.#onInput}
          @compositionend=${() => void this.#suggest(this.debounceMs)}
          @keydown=${this.#onKeydown}
          @focus=${this.#onFocus}
          @blur=${this.#onBlur}
        />
        <button
          part="clear"
          type="button"
          tabindex="-1"
          lang=${this.#languageShown}
          aria-label=${this.texts.clear}
          ?hidden=${this.text === '' || this.#isBusy || this.isDisabled}
          @mousedown=${(event: Event) => event.preventDefault()}
          @click=${this.#clear}
        >
          ✕
        </button>
        <div class="heard" role="status" lang=${this.#languageShown}>
          ${this.#message || this.#list.account(this.texts)}
        </div>
      </div>
      ${
        fault === ''
          ? nothing
          : html`<div id="error" part="error" role="alert" lang=${this.#languageShown}>
              ${fault}
            </div>`
      }
      <div id="popup" popover="manual" lang=${this.#languageShown}>
        <ul
          id="list"
          part="list"
          role="listbox"
          aria-label=${name || label || this.texts.results}
          ?hidden=${!this.#list.isOpen}
          @combobox-commit=${({ target }: Event) => this.#select(this.#list.itemOf(target)?.entity)}
        >
          ${this.#list.options(this.texts)}
        </ul>
        <div part="status" aria-hidden="true" ?hidden=${this.#message === ''}>${this.#message}</div>
      </div>
    `;
  }

  protected override dismiss(): void {
    this.#suggestions.cancel();
    this.#list.close();
    this.#message = '';
    this.#rest();
  }

  readonly #onInput = ({ data, isComposing }: InputEvent): void => {
    this.setText(this.anchor?.value ?? '');
    this.#isEntered = false;
    this.#list.outdate();
    const pauseMs = isComposing
      ? composingPauseMs(data ?? '', this.language, this.debounceMs)
      : this.debounceMs;
    void this.#suggest(pauseMs, isComposing);
  };

  readonly #onFocus = (): void => {
    this.#nameCountries();
    this.enter();
  };

  readonly #onBlur = (): void => {
    // Only another window came to the front.
    if (this.hasFocus) return;
    // A late answer may still choose what the text names, but not much later.
    if (!this.#isBusy) this.#chooseNamed();
    else if (this.#suggestions.backoff.pauseMs > LONGEST_PAUSE_WHEN_LEFT_MS) this.dismiss();
    this.#suggestions.answer = undefined;
    this.#list.close();
    this.#message = '';
    this.#isEntered = false;
    this.leave(this.#isBusy);
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    if (confirmsComposition(event)) {
      event.stopImmediatePropagation();
    } else if (key === 'Enter' && this.#isBusy) {
      this.#isEntered = true;
    } else if (!this.#list.isOpen) {
      this.#onKeyWhileClosed(event);
    } else if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      event.preventDefault();
      this.dismiss();
    }
  };

  #onKeyWhileClosed(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Enter') {
      this.reportChange();
      this.submitForm();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      void this.#suggest(0);
    } else if (key === 'Escape' && this.#message !== '') {
      event.preventDefault();
      this.dismiss();
    } else if (key === 'Escape' && this.text !== '' && this.selected === null) {
      event.preventDefault();
      this.#clear();
    }
  }

  readonly #clear = (): void => {
    this.setText('');
    this.dismiss();
    this.reportInput();
    // The button has the focus if a screen reader has pressed it.
    this.anchor?.focus();
  };

  #select(entity: Entity | undefined): void {
    if (entity === undefined) return;
    this.choose(entity);
    this.dismiss();
    const detail = { detail: entity, bubbles: true, composed: true };
    this.dispatchEvent(new CustomEvent('geo-select', detail));
    this.reportInput();
  }

  /** Chooses the entity with exactly the name that was typed, once the field is left. */
  #chooseNamed(): void {
    const { answer } = this.#suggestions;
    this.#suggestions.answer = undefined;
    if (this.selected === null && answer?.typed === this.text.trim())
      this.#select(exactlyNamed(answer, this.limit));
    this.dismiss();
  }

  /**
   * Searches the text and shows suggestions.
   * @param failures how often this search has failed already
   */
  async #suggest(pauseMs: number, isComposing = false, failures = 0): Promise<void> {
    // The full name of a choice would find nothing else.
    const typed = (this.selected?.name ?? this.text).trim();
    if (Array.from(typed).length < Math.max(1, this.minLength)) {
      this.dismiss();
      return;
    }
    const { service, resource, language: lang, limit, match } = this;
    const filters = {
      country_ids: this.#scope.countryIds,
      primary_only: this.primaryOnly || undefined,
      any_name: this.anyName || undefined,
    };
    const query = { resource, token: typed, lang, limit, match, ...filters };
    // A retry does not turn, because it may take long.
    this.#isBusy = failures === 0;
    this.requestUpdate();
    try {
      const answer = await this.#suggestions.find(service, query, pauseMs);
      if (answer === undefined) return;
      // A text that is still being composed may match nothing yet.
      const isDropped = isComposing && answer.found.length === 0;
      const isOfEarlierCountry = String(this.#scope.countryIds) !== String(filters.country_ids);
      if (isDropped || isOfEarlierCountry) {
        this.#suggestions.answer = undefined;
        this.dismiss();
        if (!this.hasFocus) this.leave();
      } else this.#show(answer);
    } catch (error) {
      this.dismiss();
      if (!this.hasFocus) this.leave();
      this.#message = this.hasFocus ? this.texts.unavailable : '';
      if (failures === 0) reportFailure(this, detailOf(error));
      if (
        this.hasFocus &&
        failures < RETRIES &&
        (isTemporary(error) || error instanceof TimeoutError)
      )
        void this.#suggest(0, isComposing, failures + 1);
    }
  }

  #show(answer: Suggested): void {
    const [first] = answer.found;
    this.#nameCountries();
    if (!this.hasFocus) {
      this.#chooseNamed();
      this.leave();
      return;
    }
    // What is only like the text must be seen before it is chosen.
    if (first !== undefined && this.#isEntered && !answer.isNear) {
      this.#select(first.entity);
      return;
    }
    this.#list.open(answer);
    this.#message = first === undefined ? this.texts.noResult : '';
    this.#rest();
  }

  #nameCountries(): void {
    if (this.resource === 'cities') void this.#list.nameCountries(this.service, this.language);
  }

  #rest(): void {
    this.#isBusy = false;
    this.#isEntered = false;
    this.requestUpdate();
  }
}
