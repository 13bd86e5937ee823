import Combobox from '@github/combobox-nav';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { accessibleName } from './accessibleName.js';
import { ChoiceField } from './choiceField.js';
import { composingPauseMs } from './composition.js';
import { type CountryNames, countryNames } from './countryNames.js';
import type { Entity } from './entities.js';
import { tellChoice } from './events.js';
import { confirmsComposition } from '../shared/keys.js';
import { OUTDATED_AFTER_MS } from '../shared/outdated.js';
import { detailOf, option } from './option.js';
import { styles } from './styles.js';
import { Suggestions } from './suggestions.js';

/** As many as the service takes. */
const MAX_TOKEN_CHARACTERS = 100;

interface Answer {
  /** What was asked of whom. */
  readonly question: string;
  readonly typed: string;
  readonly entities: readonly Entity[];
}

/** A field that finds cities or countries as someone types, and takes part in forms with their ids. */
export class GeoAutocomplete extends ChoiceField {
  static override readonly styles = styles;

  readonly #suggestions = new Suggestions();
  #combobox: Combobox | undefined;
  #countries: CountryNames = new Map();
  #answer: Answer | undefined;
  /** The answer whose entities can be chosen now. */
  #open: Answer | undefined;
  /** The one that the arrow keys go through. */
  #navigable: Answer | undefined;
  /** Shown in place of the list. */
  #message = '';
  #languageShown = '';
  /** Runs while the list is that of an earlier text. */
  #outdated: ReturnType<typeof setTimeout> | undefined;
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
          ?hidden=${this.#open === undefined}
          @mousedown=${keepFocus}
          @combobox-commit=${this.#onCommit}
        >
          ${this.#options()}
        </ul>
        <div
          part="status"
          role="status"
          lang=${this.#languageShown}
          class=${this.#message === '' ? 'heard' : 'shown'}
        >
          ${this.#message || this.#account()}
        </div>
      </div>
    `;
  }

  #options(): readonly TemplateResult[] {
    const { entities = [], typed = '' } = this.#open ?? {};
    return entities.map((entity, index) => option(entity, index, typed, this.#countries));
  }

  /** Tells those who do not see the list what is in it, and what Enter chooses. */
  #account(): string {
    const { entities = [] } = this.#open ?? {};
    const [first] = entities;
    if (first === undefined) return '';
    const name = [first.name, detailOf(first, this.#countries)].filter(Boolean).join(', ');
    return `${this.texts.results}: ${entities.length}. Enter: ${name}`;
  }

  protected override firstUpdated(): void {
    const { anchor } = this;
    const list = this.renderRoot.querySelector('ul');
    if (anchor === undefined || list === null) return;
    this.#combobox = new Combobox(anchor, list, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: 'active',
    });
  }

  protected override updated(): void {
    super.updated();
    if (this.#navigable === this.#open) return;
    this.#navigable = this.#open;
    if (this.#open === undefined) this.#combobox?.stop();
    else this.#combobox?.start();
  }

  protected override get anchor(): HTMLInputElement | undefined {
    return this.hasUpdated ? (this.renderRoot.querySelector('input') ?? undefined) : undefined;
  }

  protected override dismiss(): void {
    this.#suggestions.cancel();
    this.#open = undefined;
    this.#message = '';
    this.#rest();
  }

  readonly #onInput = ({ data, isComposing }: InputEvent): void => {
    this.setText(this.anchor?.value ?? '');
    this.#outdated ??= setTimeout(() => {
      this.#open = undefined;
      this.requestUpdate();
    }, OUTDATED_AFTER_MS);
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
    } else if (this.#open === undefined) {
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
    if (!(event.target instanceof HTMLElement)) return;
    const entity = this.#open?.entities[Number(event.target.dataset.index)];
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
    // Another one each time, for a key has ended what was marked in the list before.
    this.#open = isFound ? { ...answer } : undefined;
    this.#message = isFound ? '' : this.texts.noResult;
    this.#rest();
    void this.#learnCountries();
  }

  #rest(): void {
    clearTimeout(this.#outdated);
    this.#outdated = undefined;
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
