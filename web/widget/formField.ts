import { Attributes } from './attributes.js';

const SUBMIT_BUTTON = 'button:not([type=button], [type=reset]), input[type=submit]';

/** An element that is a field of a form, and has an `input` in its shadow tree. */
export abstract class FormField extends Attributes {
  static readonly formAssociated = true;
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...Attributes.shadowRootOptions,
    delegatesFocus: true,
  };

  protected readonly internals = this.attachInternals();
  /** True also for a field in a disabled `fieldset`. */
  protected isDisabled = false;

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get labels(): NodeList {
    return this.internals.labels;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.isDisabled = isDisabled;
    // Lit may be writing the attribute of the property. It would not render again for a change meanwhile.
    queueMicrotask(() => {
      this.requestUpdate();
    });
  }

  /** The element that validation messages point to. */
  protected get anchor(): HTMLInputElement | undefined {
    return this.hasUpdated ? (this.renderRoot.querySelector('input') ?? undefined) : undefined;
  }

  /** True also while another window is in front, unlike `:focus`. */
  protected get hasFocus(): boolean {
    return (this.shadowRoot?.activeElement ?? null) !== null;
  }

  /** The `aria-label` or the labels around, which cannot point to the input. May be empty. */
  protected get outerName(): string {
    const texts = [...this.labels].map(({ textContent }) => textContent?.trim() ?? '');
    return this.getAttribute('aria-label') ?? texts.join(' ');
  }

  /** Submits the form as Enter in an `input` does. */
  protected submitForm(): void {
    const elements = [...(this.form?.elements ?? [])];
    const button = elements.find((element) => element.matches(SUBMIT_BUTTON));
    if (button instanceof HTMLElement) button.click();
    else this.form?.requestSubmit();
  }
}
