import { LitElement } from 'lit';

/** The form properties and methods of an `input`. */
export abstract class FormField extends LitElement {
  static readonly formAssociated = true;
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...LitElement.shadowRootOptions,
    delegatesFocus: true,
  };

  protected readonly internals = this.attachInternals();

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

  /** Submits the form as Enter in an `input` does. */
  protected submitForm(): void {
    const buttons = [...(this.form?.elements ?? [])].filter(isSubmitButton);
    if (buttons.length > 0) buttons[0]?.click();
    else this.form?.requestSubmit();
  }
}

function isSubmitButton(element: Element): element is HTMLButtonElement | HTMLInputElement {
  return (
    (element instanceof HTMLButtonElement && element.type === 'submit') ||
    (element instanceof HTMLInputElement && ['submit', 'image'].includes(element.type))
  );
}
