import { GeoAutocomplete } from './geoAutocomplete.js';

export { GeoAutocomplete };
export type { FailureDetail } from './failures.js';
export type { City, Country, Entity } from './lookups.js';

declare global {
  interface HTMLElementTagNameMap {
    'geo-autocomplete': GeoAutocomplete;
  }
}

// A page may contain the script twice.
if (customElements.get('geo-autocomplete') === undefined) {
  customElements.define('geo-autocomplete', GeoAutocomplete);
}
