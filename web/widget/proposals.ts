import Combobox from '@github/combobox-nav';
import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import { OUTDATED_AFTER_MS } from '../shared/outdated.js';
import type { CountryNames } from './countryNames.js';
import type { Entity } from './entities.js';
import { detailOf, option } from './option.js';
import type { Texts } from './texts.js';

/** What a text may mean. */
export interface Found {
  readonly typed: string;
  readonly entities: readonly Entity[];
}

/** The entities that can be chosen now, and how keys and clicks go through them. */
export class Proposals implements ReactiveController {
  readonly #host: LitElement;
  #combobox: Combobox | undefined;
  #open: Found | undefined;
  /** Those that the arrow keys go through. */
  #navigable: Found | undefined;
  /** Runs while they are those of an earlier text. */
  #outdated: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get areOpen(): boolean {
    return this.#open !== undefined;
  }

  open(found: Found): void {
    // Another one each time, for a key has ended what was marked in the list before.
    this.#become({ ...found });
  }

  close(): void {
    this.#become(undefined);
  }

  /** Closes them soon, unless others come: the text is another one. */
  outdate(): void {
    this.#outdated ??= setTimeout(() => {
      this.close();
    }, OUTDATED_AFTER_MS);
  }

  /** Returns the entity of an option. */
  entityOf(target: EventTarget | null): Entity | undefined {
    if (!(target instanceof HTMLElement)) return undefined;
    return this.#open?.entities[Number(target.dataset.index)];
  }

  /** Returns what the list holds. */
  options(countries: CountryNames): readonly TemplateResult[] {
    const { entities = [], typed = '' } = this.#open ?? {};
    return entities.map((entity, index) => option(entity, index, typed, countries));
  }

  /** Tells those who do not see the list what is in it, and what Enter chooses. */
  account({ results }: Texts, countries: CountryNames): string {
    const { entities = [] } = this.#open ?? {};
    const [first] = entities;
    if (first === undefined) return '';
    const name = [first.name, detailOf(first, countries)].filter(Boolean).join(', ');
    return `${results}: ${entities.length}. Enter: ${name}`;
  }

  hostUpdated(): void {
    this.#combobox ??= this.#createCombobox();
    if (this.#navigable === this.#open) return;
    this.#navigable = this.#open;
    if (this.#open === undefined) this.#combobox?.stop();
    else this.#combobox?.start();
  }

  #become(found: Found | undefined): void {
    clearTimeout(this.#outdated);
    this.#outdated = undefined;
    this.#open = found;
    this.#host.requestUpdate();
  }

  #createCombobox(): Combobox | undefined {
    const field = this.#host.renderRoot.querySelector('input');
    const list = this.#host.renderRoot.querySelector('ul');
    if (field === null || list === null) return undefined;
    return new Combobox(field, list, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: 'active',
    });
  }
}
