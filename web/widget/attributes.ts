import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { Options } from '../client/src/element.js';
import type { Service } from './lookups.js';
import { lookUpLanguage, type Texts, textsIn } from './translations.js';

const DEFAULTS = {
  url: '',
  token: '',
  resource: 'cities',
  match: 'fuzzy',
  country: '',
  limit: 8,
  primaryOnly: false,
  anyName: false,
  minLength: 1,
  debounceMs: 60,
  placeholder: '',
  label: '',
  requiredMessage: '',
  fields: '',
  autocomplete: 'off',
  required: false,
  disabled: false,
} satisfies Omit<Options, 'name'>;

/** Returns the declarations of the properties. Removing an attribute restores the default. */
function declarations(): PropertyDeclarations {
  const all = Object.entries(DEFAULTS).map(([name, value]) => {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, { attribute, type: value.constructor, useDefault: true }] as const;
  });
  return Object.fromEntries(all);
}

// Lit defines the properties.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type */
export interface Attributes extends Options {}

/** The attributes and properties of the element. */
export abstract class Attributes extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    ...declarations(),
    name: { reflect: true },
    required: { type: Boolean, reflect: true, useDefault: true },
    disabled: { type: Boolean, reflect: true, useDefault: true },
  };

  readonly #languages = new MutationObserver(() => this.requestUpdate());

  constructor() {
    super();
    Object.assign(this, DEFAULTS);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#languages.observe(this.ownerDocument, { attributeFilter: ['lang'], subtree: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#languages.disconnect();
  }

  /** Restores defaults. Frameworks set null or undefined. */
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

  /** The language of names and texts: that of the element or of the page around it. */
  protected get language(): string {
    return lookUpLanguage(tagAround(this));
  }

  protected get texts(): Texts {
    return textsIn(this.language);
  }
}

/** Also looks outside of shadow trees. */
function tagAround(element: Element): string {
  const closest = element.closest<HTMLElement>('[lang]');
  if (closest !== null) return closest.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? tagAround(root.host) : '';
}

// A variable, because bundlers bundle the file of a direct `new URL(…, import.meta.url)`.
const script = import.meta.url;
const SERVED = /^(.*?\/)(?:widget\/\d+\/)?widget\.js$/;

/** Returns the address of the service with a slash at the end, by default that of the script. */
function serviceAddress(url: string): string {
  if (url !== '') return new URL(url.replace(/\/*$/, '/'), document.baseURI).href;
  // The service may be below a path. A bundled script may be anywhere.
  const [, folder = '/'] = SERVED.exec(new URL(script).pathname) ?? [];
  return new URL(folder, script).href;
}
