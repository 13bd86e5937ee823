import type { PropertyDeclarations, PropertyValues } from 'lit';
import { serviceAddress } from './address.js';
import type { Resource } from './entities.js';
import { FormField } from './formField.js';
import type { Service } from './lookups.js';
import { PageLanguage } from './pageLanguage.js';
import { type Texts, textsIn } from './texts.js';

const DEFAULTS = {
  url: '',
  token: '',
  resource: 'cities',
  limit: 8,
  primaryOnly: false,
  anyName: false,
  minLength: 1,
  debounceMs: 60,
  placeholder: '',
  label: '',
  requiredMessage: '',
  required: false,
  disabled: false,
} satisfies Partial<Attributes>;

/** What a page says of the element, as attributes or properties. */
export abstract class Attributes extends FormField {
  static override readonly properties: PropertyDeclarations = {
    url: {},
    token: {},
    resource: {},
    limit: { type: Number },
    primaryOnly: { type: Boolean, attribute: 'primary-only' },
    anyName: { type: Boolean, attribute: 'any-name' },
    minLength: { type: Number, attribute: 'min-length' },
    debounceMs: { type: Number, attribute: 'debounce-ms' },
    placeholder: {},
    label: {},
    requiredMessage: { attribute: 'required-message' },
    name: { reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
  };

  /** Where the service is; empty: where the script came from. */
  declare url: string;
  declare token: string;
  declare resource: Resource;
  /** How many are proposed at most. */
  declare limit: number;
  declare primaryOnly: boolean;
  /** True if names in all languages are looked at. */
  declare anyName: boolean;
  /** As many characters must be there before anything is looked for. */
  declare minLength: number;
  declare debounceMs: number;
  declare placeholder: string;
  declare label: string;
  /** Told where nothing is chosen; empty: a text in the language of the page. */
  declare requiredMessage: string;
  declare name: string;
  declare required: boolean;
  declare disabled: boolean;

  readonly #language = new PageLanguage(this);

  constructor() {
    super();
    Object.assign(this, DEFAULTS);
  }

  /** An attribute that is taken away, and a framework, may leave null or undefined. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    for (const [name, value] of Object.entries(DEFAULTS)) {
      const given: unknown = Reflect.get(this, name);
      if (given === null || given === undefined) Reflect.set(this, name, value);
    }
  }

  protected get service(): Service {
    return { url: serviceAddress(this.url), token: this.token };
  }

  /** The language of names and texts. */
  protected get language(): string {
    return this.#language.current;
  }

  protected get texts(): Texts {
    return textsIn(this.language);
  }
}
