/** Completes names of cities and countries. */
export class GeoAutocomplete extends HTMLElement {
  connectedCallback(): void {
    this.append(document.createElement('input'));
  }
}

customElements.define('geo-autocomplete', GeoAutocomplete);
