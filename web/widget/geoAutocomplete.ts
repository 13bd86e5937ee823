import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { accessibleName } from './accessibleName.js';
import { ChoiceField } from './choiceField.js';
import { composingPauseMs } from './composition.js';
import { type CountryNames, countryNames } from './countryNames.js';
import { tellChoice } from './events.js';
import { confirmsComposition } from '../shared/keys.js';
import { type Found, Proposals } from './proposals.js';
import { styles } from './styles.js';
import { Suggestions } from './suggestions.js';

/** As many as the service takes. */
const MAX_TOKEN_CHARACTERS = 100;

interface Answer extends Found {
  /** What was asked of whom. */
  readonly question: string;
}

/** A field that finds cities or countries as someone types, and takes part in forms with their ids. */
export class GeoAutocomplete extends ChoiceField {
  static override readonly styles = styles;

  readonly #suggestions = new Suggestions();
  readonly #proposals = new Proposals(this);
  #countries: CountryNames = new Map();
  #answer: Answer | undefined;
  /** Shown in place of the list. */
  #message = '';
  #languageShown = '';
  #isBusy = false;
  #isDisabled = false;

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dismiss();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.language === this.#languageShown) return;
    this.#languageShown = this.language;
    this.#countries = new Map();
    this.dismiss();
  }

  protected override render(): TemplateResult {
    const { label, placeholder } = this;
    const outerName = accessibleName(this, this.internals);
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
          maxlength=${MAX_TOKEN_CHARACTERS}
          placeholder=${placeholder || nothing}
          aria-label=${name || nothing}
          aria-required=${this.required}
          aria-invalid=${this.isFaultShown}
          .value=${live(this.text)}
          ?disabled=${this.#isDisabled}
          @input=${this.#onInput}
          @compositionend=${this.#onCompositionEnd}
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
          ?hidden=${!this.#proposals.areOpen}
          @mousedown=${keepFocus}
          @combobox-commit=${this.#onCommit}
        >
          ${this.#proposals.options(this.#countries)}
        </ul>
        <div
          part="status"
          role="status"
          lang=${this.#languageShown}
          class=${this.#message === '' ? 'heard' : 'shown'}
        >
          ${this.#message || this.#proposals.account(this.texts, this.#countries)}
        </div>
      </div>
    `;
  }

  protected override get anchor(): HTMLInputElement | undefined {
    return this.hasUpdated ? (this.renderRoot.querySelector('input') ?? undefined) : undefined;
  }

  protected override dismiss(): void {
    this.#suggestions.cancel();
    this.#proposals.close();
    this.#message = '';
    this.#rest();
  }

  readonly #onInput = ({ data, isComposing }: InputEvent): void => {
    this.setText(this.anchor?.value ?? '');
    this.#proposals.outdate();
    const pauseMs = isComposing
      ? composingPauseMs(data ?? '', this.language, this.debounceMs)
      : this.debounceMs;
    void this.#suggest(pauseMs, isComposing);
  };

  readonly #onCompositionEnd = (): void => {
    void this.#suggest(this.debounceMs);
  };

  readonly #onFocus = (): void => {
    void this.#learnCountries();
    this.enter();
  };

  readonly #onBlur = (): void => {
    this.dismiss();
    this.#answer = undefined;
    this.leave();
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    if (confirmsComposition(event)) {
      event.stopImmediatePropagation();
    } else if (!this.#proposals.areOpen) {
      this.#onKeyWhileClosed(event);
    } else if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      event.preventDefault();
      this.dismiss();
    }
  };

  #onKeyWhileClosed(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Enter') {
      this.tellChange();
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

  readonly #onCommit = (event: Event): void => {
    const entity = this.#proposals.entityOf(event.target);
    if (entity === undefined) return;
    this.choose(entity);
    this.dismiss();
    tellChoice(this, entity);
    this.tellChange();
  };

  /** Shows what the text may mean. */
  async #suggest(pauseMs: number, isComposing = false): Promise<void> {
    const typed = this.text.trim();
    if (Array.from(typed).length < Math.max(1, this.minLength)) {
      this.dismiss();
      return;
    }
    const { service, resource, language: lang, limit, primaryOnly, anyName } = this;
    const asked = { resource, token: typed, lang, limit, primaryOnly, anyName };
    const question = JSON.stringify([service, asked]);
    if (question === this.#answer?.question) {
      this.#suggestions.cancel();
      this.#show(this.#answer);
      return;
    }
    try {
      const entities = await this.#suggestions.find(service, asked, pauseMs, () => {
        this.#isBusy = true;
        this.requestUpdate();
      });
      // What is still being composed need not mean anything.
      const isDropped = isComposing && entities?.length === 0;
      if (entities !== undefined && !isDropped) this.#show({ question, typed, entities });
      else if (isDropped) this.dismiss();
    } catch (error) {
      this.dismiss();
      this.#message = this.texts.unavailable;
      this.tellFailure(error);
    }
  }

  #show(answer: Answer): void {
    const isFound = answer.entities.length > 0;
    this.#answer = answer;
    if (isFound) this.#proposals.open(answer);
    else this.#proposals.close();
    this.#message = isFound ? '' : this.texts.noResult;
    this.#rest();
    void this.#learnCountries();
  }

  #rest(): void {
    this.#isBusy = false;
    this.requestUpdate();
  }

  /** Asks for no names twice. Lacking ones are no failure: codes stand in their place. */
  async #learnCountries(): Promise<void> {
    if (this.resource !== 'cities') return;
    const { language } = this;
    const names = await countryNames(this.service, language).catch(() => undefined);
    if (names === undefined || language !== this.language) return;
    this.#countries = names;
    this.requestUpdate();
  }
}

/** Keeps the focus in the field when the list is clicked. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
