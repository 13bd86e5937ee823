import type { PropertyValues } from 'lit';
import type { Entity, FailureDetail } from '../client/src/element.js';
import { detailOf, reportFailure } from './failures.js';
import { FormField } from './formField.js';
import { findById, formFields, fullName } from './lookups.js';

/** A field whose value is the id of an entity. Its text is the full name, or what was typed. */
export abstract class ChoiceField extends FormField {
  protected text = '';
  #value = '';
  #selected: Entity | null = null;
  /** The value of the latest `change` event. */
  #reportedValue = '';
  /** The latest lookup of the value. */
  #lookedUp = '';
  /** True once the value was set by anything but the attribute. */
  #isTouched = false;
  #isFaultShown = false;
  /** Ends the wait for a mouse button that is pressed while the field is left. */
  #release = new AbortController();

  constructor() {
    super();
    this.addEventListener('invalid', () => {
      this.#isFaultShown = true;
      this.requestUpdate();
    });
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'value', 'aria-label'];
  }

  /** The id of the chosen entity, empty for none. */
  get value(): string {
    return this.#value;
  }

  /** Chooses by an id, which is looked up. Frameworks set null or undefined for no choice. */
  set value(id: string | null | undefined) {
    this.#isTouched = true;
    const wanted = id ?? '';
    // A framework may set the value at every rendering, which must not disturb typing.
    if (wanted === this.#value && this.hasFocus) return;
    this.#restore(wanted);
  }

  /** The chosen entity. Null for none, or until it is looked up. */
  get selected(): Entity | null {
    return this.#selected;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!Object.hasOwn(this, 'value')) return;
    // It was set before the script was loaded, and would hide the accessor.
    const { value } = this;
    Reflect.deleteProperty(this, 'value');
    this.value = value;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release.abort();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'value' && !this.#isTouched) this.#restore(value ?? '');
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.#isTouched = false;
    this.#isFaultShown = false;
    this.#restore(this.getAttribute('value') ?? '');
  }

  formStateRestoreCallback(state: unknown): void {
    if (typeof state === 'string') this.value = state;
  }

  /** Closes the suggestions. */
  protected abstract dismiss(): void;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.hasUpdated && changed.has('resource')) this.#restore('');
  }

  protected override updated(): void {
    this.#updateForm();
    void this.#lookUpValue();
  }

  /** The sentence that says why the choice is invalid, empty until it is shown. */
  protected get fault(): string {
    return this.#isFaultShown && !this.validity.valid ? this.#faultText : '';
  }

  get #faultText(): string {
    return this.requiredMessage || this.texts.choose;
  }

  /** Sets a text that was typed. */
  protected setText(text: string): void {
    this.#isTouched = true;
    this.text = text;
    if (text === '') this.#isFaultShown = false;
    this.choose(null);
  }

  protected choose(entity: Entity | null): void {
    this.#selected = entity;
    this.#value = entity?.id ?? '';
    this.#lookedUp = this.#lookup;
    if (entity !== null) {
      this.text = fullName(entity);
      this.#isFaultShown = false;
    }
    this.#updateForm();
    this.requestUpdate();
  }

  /** Looks the value up again if that failed. */
  protected enter(): void {
    if (this.#selected === null) this.#lookedUp = '';
    this.requestUpdate();
  }

  /**
   * Shows whether the text is invalid, once the field is left.
   * @param isPending true while an answer may still choose what the text names
   */
  protected leave(isPending = false): void {
    this.reportChange();
    if (isPending) return;
    const show = (): void => {
      this.#isFaultShown ||= this.validity.badInput && !this.hasFocus;
      this.requestUpdate();
    };
    // The sentence would move a button that is pressed just now, which then would not be clicked.
    if (!document.documentElement.matches(':active')) {
      show();
      return;
    }
    this.#release.abort();
    this.#release = new AbortController();
    // A page may stop the event. A drag ends without it.
    const listening = { once: true, capture: true, signal: this.#release.signal };
    for (const type of ['mouseup', 'dragend'])
      addEventListener(type, () => setTimeout(show), listening);
  }

  protected reportChange(): void {
    if (this.#value === this.#reportedValue) return;
    this.#reportedValue = this.#value;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Reports a value that was not typed, as a `select` does. */
  protected reportInput(): void {
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.reportChange();
  }

  /** Sets a value by its id. */
  #restore(id: string): void {
    if (id !== '' && id === this.#value) return;
    if (this.text !== '' || id !== this.#value) this.#isFaultShown = false;
    this.text = '';
    this.#selected = null;
    this.#value = id;
    this.#reportedValue = id;
    this.#lookedUp = '';
    this.dismiss();
    this.#updateForm();
  }

  /** Identifies the lookup of the value. It is repeated when this changes. */
  get #lookup(): string {
    return JSON.stringify([this.service, this.resource, this.#value, this.language]);
  }

  async #lookUpValue(): Promise<void> {
    const lookup = this.#lookup;
    if (this.#value === '' || lookup === this.#lookedUp) return;
    this.#lookedUp = lookup;
    const query = { resource: this.resource, id: this.#value, lang: this.language };
    let entity: Entity | undefined;
    let failure: FailureDetail | undefined;
    try {
      entity = await findById(this.service, query);
    } catch (error) {
      failure = detailOf(error);
    }
    if (lookup !== this.#lookup) return;
    if (entity !== undefined) {
      this.choose(entity);
      return;
    }
    if (failure === undefined) this.#restore('');
    // Shows the id, because the field would look empty.
    else if (this.text === '') this.text = query.id;
    this.requestUpdate();
    reportFailure(
      this,
      failure ?? { code: 'not_found', message: `No entity has the id ${query.id}.` },
    );
  }

  /** The id, and the other fields that a form sends, which are empty until the value is looked up. */
  get #entries(): FormData | string {
    const { name, fields } = this;
    if (!name || fields.trim() === '') return this.#value;
    const entries = new FormData();
    entries.set(name, this.#value);
    const known = new Map(Object.entries(this.#selected ? formFields(this.#selected) : {}));
    for (const field of fields.trim().split(/\s+/))
      entries.set(`${name}_${field}`, String(known.get(field) ?? ''));
    return entries;
  }

  #updateForm(): void {
    const { internals } = this;
    const isEmpty = this.#value === '';
    // The state is the id alone, from which the browser restores the choice.
    internals.setFormValue(isEmpty ? null : this.#entries, this.#value);
    const badInput = isEmpty && this.text.trim() !== '';
    const valueMissing = isEmpty && this.required;
    if (badInput || valueMissing) {
      const flags = badInput ? { badInput } : { valueMissing };
      internals.setValidity(flags, this.#faultText, this.anchor);
    } else internals.setValidity({});
  }
}
