import type { ReactiveController } from 'lit';
import type { ChoiceField } from './choiceField.js';
import { isCity } from './lookups.js';

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

  /** The ids of the countries. Undefined for all. */
  get countryIds(): readonly string[] | undefined {
    const { country } = this.#field;
    if (country === '') return undefined;
    const root = this.#field.getRootNode();
    const other = [...fields].find((each) => each.id === country && each.getRootNode() === root);
    const ids = (other?.value ?? country).toUpperCase();
    return ids === '' ? undefined : ids.trim().split(/\s*,\s*/);
  }

  /** True if the chosen city is in none of the countries. The id of a missing field is not a country. */
  get excludesChoice(): boolean {
    const { selected } = this.#field;
    if (selected === null || !isCity(selected)) return false;
    const { country_id: chosen } = selected;
    return this.countryIds?.every((id) => id.length === 3 && id !== chosen) === true;
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
