import Combobox from '@github/combobox-nav';
import type { LitElement, ReactiveController } from 'lit';

/**
 * A list may show the results of an earlier text this long after a key. Without it the list would
 * flicker at every key. Longer, it would be mistaken for the results of the current text.
 */
const OUTDATED_AFTER_MS = 300;

/**
 * The list of options below a field, and its navigation by keys and clicks. The host renders the list,
 * and each option with its position as `data-index`. Enter chooses the first option by default,
 * Tab only an option that was moved to.
 */
export class OptionList<Item> implements ReactiveController {
  protected readonly host: LitElement;
  #combobox: Combobox | undefined;
  #items: readonly Item[] = [];
  /** The items that the arrow keys go through. */
  #navigable: readonly Item[] = [];
  /** Runs while the items belong to an earlier text. */
  #outdated: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.host = host;
    host.addController(this);
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  get isOpen(): boolean {
    return this.#items.length > 0;
  }

  close(): void {
    this.show([]);
  }

  /** Opens the list, or closes it if there are no items. */
  show(items: readonly Item[]): void {
    clearTimeout(this.#outdated);
    this.#outdated = undefined;
    // A new object each time, because a key has ended the previous navigation.
    this.#items = [...items];
    this.host.requestUpdate();
  }

  /** Closes the list soon, because the text has changed, unless items are shown before. */
  outdate(): void {
    this.#outdated ??= setTimeout(() => this.close(), OUTDATED_AFTER_MS);
  }

  /** Returns the item of an option. */
  itemOf(option: EventTarget | null): Item | undefined {
    return option instanceof HTMLElement ? this.#items[Number(option.dataset.index)] : undefined;
  }

  hostUpdated(): void {
    this.#combobox ??= this.#createCombobox();
    if (this.#navigable === this.#items) return;
    this.#navigable = this.#items;
    if (this.isOpen) this.#combobox?.start();
    else this.#combobox?.stop();
  }

  #createCombobox(): Combobox | undefined {
    const field = this.host.renderRoot.querySelector('input');
    const list = this.host.renderRoot.querySelector('ul');
    if (field === null || list === null) return undefined;
    // Keeps the focus in the field.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    // Tab chooses the option that was moved to, and goes on to the next field.
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Tab') list.querySelector<HTMLElement>('[aria-selected=true]')?.click();
    });
    return new Combobox(field, list, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: 'active',
    });
  }
}
