import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Entity, GeoAutocomplete as Declared } from '../client/src/element.js';
import { confirmsComposition, MAX_CHARACTERS } from '../shared/typing.js';
import { ChoiceField } from './choiceField.js';
import { CountryScope } from './countryScope.js';
import { exactlyNamed } from './exactName.js';
import { detailOf, reportFailure } from './failures.js';
import { styles } from './styles.js';
import { type Suggested, SuggestionList } from './suggestionList.js';
import { composingPauseMs, Suggestions } from './suggestions.js';

/** The longest pause after which a field that was left is still searched. */
const LONGEST_PAUSE_MS = 10_000;

/** A form field that suggests cities or countries while the visitor types. Its value is their id. */
export class GeoAutocomplete extends ChoiceField implements Declared {
  static override readonly styles = styles;

  readonly #suggestions = new Suggestions();
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
    this.reportChange();
  }

  protected override render(): TemplateResult {
    const { label, placeholder, outerName } = this;
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
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          maxlength=${MAX_CHARACTERS}
          placeholder=${placeholder || nothing}
          aria-label=${name || nothing}
          aria-required=${this.required}
          aria-invalid=${this.isFaultShown}
          .value=${live(this.text)}
          ?disabled=${this.isDisabled}
          @input=${this.#onInput}
          @compositionend=${() => void this.#suggest(this.debounceMs)}
          @keydown=${this.#onKeydown}
          @focus=${this.#onFocus}
          @blur=${this.#onBlur}
        />
        <ul
          id="list"
          part="list"
          role="listbox"
          lang=${this.#languageShown}
          aria-label=${name || label || this.texts.results}
          ?hidden=${!this.#list.isOpen}
          @combobox-commit=${({ target }: Event) => this.#select(this.#list.itemOf(target)?.entity)}
        >
          ${this.#list.options(this.texts)}
        </ul>
        <div
          part="status"
          role="status"
          lang=${this.#languageShown}
          class=${this.#message === '' ? 'heard' : 'shown'}
        >
          ${this.#message || this.#list.account(this.texts)}
        </div>
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
    else if (this.#suggestions.backoff.pauseMs > LONGEST_PAUSE_MS) this.dismiss();
    this.#suggestions.answer = undefined;
    this.#list.close();
    this.#message = '';
    this.#isEntered = false;
    this.leave();
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
    } else if (key === 'Escape' && this.text !== '') {
      event.preventDefault();
      this.setText('');
      this.dismiss();
    }
  }

  #select(entity: Entity | undefined): void {
    if (entity === undefined) return;
    this.choose(entity);
    this.dismiss();
    const detail = { detail: entity, bubbles: true, composed: true };
    this.dispatchEvent(new CustomEvent('geo-select', detail));
    this.reportChange();
  }

  /** Chooses the entity with exactly the name that was typed, once the field is left. */
  #chooseNamed(): void {
    const { answer } = this.#suggestions;
    this.#suggestions.answer = undefined;
    if (this.selected === null && answer?.typed === this.text.trim())
      this.#select(exactlyNamed(answer, this.limit));
    this.dismiss();
  }

  /** Searches the text and shows suggestions. */
  async #suggest(pauseMs: number, isComposing = false): Promise<void> {
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
    this.#isBusy = true;
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
      } else this.#show(answer);
    } catch (error) {
      this.dismiss();
      this.#message = this.hasFocus ? this.texts.unavailable : '';
      reportFailure(this, detailOf(error));
    }
  }

  #show(answer: Suggested): void {
    const [first] = answer.found;
    this.#nameCountries();
    if (!this.hasFocus) {
      this.#chooseNamed();
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
