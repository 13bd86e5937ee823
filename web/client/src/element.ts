/* eslint-disable @typescript-eslint/ban-ts-comment, @typescript-eslint/no-namespace */
import type { City } from './entities.js';
import type { Country } from './routes.js';

export type { City, Country };

export type Entity = City | Country;

/** The detail of the event `geo-error`. */
export interface FailureDetail {
  /** The error code of the service, or `unavailable` if no answer of the service came. */
  readonly code: string;
  /** Undefined if no answer came. */
  readonly status?: number | undefined;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** The properties of the element that are attributes as well. */
export interface Options {
  /** The address of the service, empty for that of the script. */
  url: string;
  token: string;
  /** The entities that are searched, by the name of their routes. */
  resource: 'cities' | 'countries';
  /** How names are compared. `fuzzy` accepts typing errors, other names, regions and countries. */
  match: 'prefix' | 'fuzzy';
  /** Limits cities to countries: codes in upper case, or the id of the field that chooses a country. */
  country: string;
  /** Maximum number of suggestions. */
  limit: number;
  primaryOnly: boolean;
  /** Searches names in all languages, as `fuzzy` always does. */
  anyName: boolean;
  /** Minimum number of characters before a search. */
  minLength: number;
  debounceMs: number;
  placeholder: string;
  label: string;
  /** Shown if nothing is chosen, empty for a text in the language of the page. */
  requiredMessage: string;
  /** Additional fields to submit, as `<name>_<field>`. Blanks separate their names. */
  fields: string;
  /** Passed on to the `input` inside, `off` by default. */
  autocomplete: string;
  name: string;
  required: boolean;
  disabled: boolean;
}

type FormField = Pick<
  HTMLInputElement,
  'form' | 'validity' | 'validationMessage' | 'willValidate' | 'checkValidity' | 'reportValidity'
>;

/** A form field that suggests cities or countries. Its value is the id of the chosen one. */
export interface GeoAutocomplete extends HTMLElement, Options, FormField {
  /** The chosen entity. Null for none, or until it is looked up. */
  readonly selected: Entity | null;
  /** The id of the chosen entity, empty for none. Another id is looked up. */
  get value(): string;
  set value(id: string | null | undefined);
  readonly labels: NodeList;
}
export declare const GeoAutocomplete: new () => GeoAutocomplete;

declare global {
  interface HTMLElementTagNameMap {
    'geo-autocomplete': GeoAutocomplete;
  }
  /** Both events bubble. The element also dispatches `input` and `change`. */
  interface GlobalEventHandlersEventMap {
    /** An entity was chosen. */
    'geo-select': CustomEvent<Entity>;
    /** A lookup failed. */
    'geo-error': CustomEvent<FailureDetail>;
  }
}

/** The properties in JSX, with those of every element if React is installed. */
export type JsxProperties = Partial<Options> & {
  value?: string | null;
  'ongeo-select'?: (event: CustomEvent<Entity>) => void;
  'ongeo-error'?: (event: CustomEvent<FailureDetail>) => void;
} & Omit<HtmlProperties, keyof Options>;

/** @ts-ignore: React may not be installed. */
type HtmlProperties = import('react').DetailedHTMLProps<import('react').HTMLAttributes<GeoAutocomplete>, GeoAutocomplete>; // prettier-ignore

/** @ts-ignore: React may not be installed. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'geo-autocomplete': JsxProperties;
    }
  }
}
