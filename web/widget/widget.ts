import { GeoAutocomplete } from './geoAutocomplete.js';

export { GeoAutocomplete };
export type { City, Country, Entity } from './entities.js';
export type { FailureDetail } from './lookupFailure.js';

declare global {
  interface HTMLElementTagNameMap {
    'geo-autocomplete': GeoAutocomplete;
  }
}

// The script may be on a page twice.
if (customElements.get('geo-autocomplete') === undefined) {
  customElements.define('geo-autocomplete', GeoAutocomplete);
}
