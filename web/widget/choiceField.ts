import type { PropertyValues } from 'lit';
import { Attributes } from './attributes.js';
import type { Entity } from './entities.js';
import { tellFailure } from './events.js';
import { LookupFailure, unknownId } from './lookupFailure.js';
import { findById } from './lookups.js';

/** A field whose value is the id of an entity, and its text the name of that, or on the way to it. */
export abstract class ChoiceField extends Attributes {
  protected text = '';
  #value = '';
  #selected: Entity | null = null;
  /** The value when listeners knew it last. */
  #toldValue = '';
  /** The lookup that the value was looked up by last. */
  #lookedUp = '';
  /** True once someone else than the attribute has set the value. */
  #isTouched = false;
  #isFaultShown = false;

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

  /** The id of what is chosen; empty: nothing is. */
  get value(): string {
    return this.#value;
  }

  /** Chooses by an id, which is looked up; null and undefined, as frameworks set, choose nothing. */
  set value(id: string | null | undefined) {
    this.#isTouched = true;
    const wanted = id ?? '';
    // A framework may set it again whenever it renders: someone who types is not disturbed.
    if (wanted === this.#value && this.matches(':focus')) return;
    this.#restore(wanted);
  }

  /** What is chosen; null: nothing, or it is not looked up yet. */
  get selected(): Entity | null {
    return this.#selected;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#takeEarlyValue();
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

  /** Takes away whatever is proposed. */
  protected abstract dismiss(): void;

  /** Where messages of the browser about the field point to. */
  protected abstract get anchor(): HTMLElement | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.get('resource') !== undefined) this.#restore('');
  }

  protected override updated(): void {
    this.#tellForm();
    void this.#lookUpValue();
  }

  protected get isFaultShown(): boolean {
    return this.#isFaultShown && !this.validity.valid;
  }

  /** Takes a text of which it is not known what it means. */
  protected setText(text: string): void {
    this.#isTouched = true;
    this.text = text;
    this.choose(null);
  }

  protected choose(entity: Entity | null): void {
    this.#selected = entity;
    this.#value = entity?.id ?? '';
    this.#lookedUp = this.#lookup;
    if (entity !== null) {
      this.text = entity.name;
      this.#isFaultShown = false;
    }
    this.#tellForm();
    this.requestUpdate();
  }

  /** Looks the value up again where that has failed. */
  protected enter(): void {
    if (this.#selected === null) this.#lookedUp = '';
    this.requestUpdate();
  }

  /** Shows what is wrong with a text that someone is done with. */
  protected leave(): void {
    this.#isFaultShown ||= this.validity.badInput;
    this.tellChange();
    this.requestUpdate();
  }

  protected tellChange(): void {
    if (this.#value === this.#toldValue) return;
    this.#toldValue = this.#value;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  protected tellFailure(error: unknown): void {
    if (!(error instanceof LookupFailure)) throw error;
    tellFailure(this, error.detail);
  }

  /** Takes what a page has set before the script was there, which else hides the accessor. */
  #takeEarlyValue(): void {
    if (!Object.hasOwn(this, 'value')) return;
    const { value } = this;
    Reflect.deleteProperty(this, 'value');
    this.value = value;
  }

  /** Sets a value of which nothing but the id is known. */
  #restore(id: string): void {
    if (id !== '' && id === this.#value) return;
    this.text = '';
    this.#selected = null;
    this.#value = id;
    this.#toldValue = id;
    this.#lookedUp = '';
    this.dismiss();
    this.#tellForm();
  }

  /** Names the lookup of the value: another one is needed when it changes. */
  get #lookup(): string {
    return JSON.stringify([this.service, this.resource, this.#value, this.language]);
  }

  async #lookUpValue(): Promise<void> {
    const lookup = this.#lookup;
    if (this.#value === '' || lookup === this.#lookedUp) return;
    this.#lookedUp = lookup;
    const asked = { resource: this.resource, id: this.#value, lang: this.language };
    try {
      const entity = await findById(this.service, asked);
      if (lookup !== this.#lookup) return;
      if (entity === undefined) throw unknownId(this.#value);
      this.choose(entity);
    } catch (error) {
      if (lookup !== this.#lookup) return;
      const isUnknown = error instanceof LookupFailure && error.isUnknownId;
      if (isUnknown) this.#restore('');
      // Better than a field that seems to be empty.
      else if (this.text === '') this.text = this.#value;
      this.requestUpdate();
      this.tellFailure(error);
    }
  }

  #tellForm(): void {
    const { internals } = this;
    const isEmpty = this.#value === '';
    internals.setFormValue(isEmpty ? null : this.#value);
    const badInput = isEmpty && this.text.trim() !== '';
    const valueMissing = isEmpty && this.required;
    if (badInput || valueMissing) {
      const message = this.requiredMessage || this.texts.choose;
      internals.setValidity(badInput ? { badInput } : { valueMissing }, message, this.anchor);
    } else internals.setValidity({});
  }
}
