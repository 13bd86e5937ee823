import type { ReactiveController } from 'lit';
import type { ChoiceField } from './choiceField.js';
import { logOnce } from './failures.js';
import { isCity } from './lookups.js';

/** Codes are in upper case, so that they are not mistaken for the id of a field. */
const CODES = /^[A-Z]{3}(?:\s*,\s*[A-Z]{3})*$/;

const UNKNOWN =
  'is neither the id of a field with resource="countries", nor codes in upper case. All countries are searched.';

/** The fields on the page. */
const fields = new Set<ChoiceField>();

/** Limits the cities of a field to countries, which are given or chosen in another field. */
export class CountryScope implements ReactiveController {
  readonly #field: ChoiceField;
  #announced = '';

  constructor(field: ChoiceField) {
    this.#field = field;
    field.addController(this);
  }

  /** The codes of the countries. Undefined for all. */
  get countryIds(): readonly string[] | undefined {
    const { country } = this.#field;
    const other = this.#other;
    if (other !== undefined) return other.value === '' ? undefined : [other.value.toUpperCase()];
    if (CODES.test(country)) return country.split(/\s*,\s*/);
    if (country !== '') logOnce(`country="${country}" ${UNKNOWN}`);
    return undefined;
  }

  /** True if the chosen city is in none of the countries. */
  get excludesChoice(): boolean {
    const { selected } = this.#field;
    if (selected === null || !isCity(selected)) return false;
    return this.countryIds?.includes(selected.country_id) === false;
  }

  /** The field that chooses the country. */
  get #other(): ChoiceField | undefined {
    const { country } = this.#field;
    if (country === '') return undefined;
    const root = this.#field.getRootNode();
    return [...fields].find(
      (each) => each.id === country && each.resource === 'countries' && each.getRootNode() === root,
    );
  }

  hostConnected(): void {
    fields.add(this.#field);
  }

  hostDisconnected(): void {
    fields.delete(this.#field);
  }

  /** Updates the fields that depend on this one. */
  hostUpdated(): void {
    const { id, value } = this.#field;
    if (value === this.#announced) return;
    this.#announced = value;
    for (const field of fields) if (id !== '' && field.country === id) field.requestUpdate();
  }
}
