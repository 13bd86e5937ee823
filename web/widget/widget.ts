import { GeoAutocomplete } from './geoAutocomplete.js';

export { GeoAutocomplete };
export type { City, Country, Entity, FailureDetail } from '../client/src/element.js';

// A page may contain the script twice.
if (customElements.get('geo-autocomplete') === undefined) {
  customElements.define('geo-autocomplete', GeoAutocomplete);
}
