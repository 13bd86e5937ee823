import { html, nothing, type TemplateResult } from 'lit';
import type { Land } from '../../client/src/routes.js';
import { biomeColour } from '../model/landClass.js';
import { distance, readable, nameIn, shown, swatch } from './parts.js';
import { landIdAt } from '../map/features.js';
import type { Explorer } from '../model/explorer.js';
import type { Point } from '../state/state.js';

/** Shows the land of the point. */
export function land(explorer: Explorer, point: Point): TemplateResult {
  const id = landIdAt(point);
  return html`<h3>Land <code>${id}</code></h3>
    ${shown(explorer.lands, (lands) => {
      const centre = lands.find((found) => found.id === id);
      return centre === undefined ? html`<p dir="auto">${ABSENT}</p>` : facts(explorer, centre);
    })}`;
}

const ABSENT = 'Not in the data. There are no lands at sea.';

function facts(explorer: Explorer, centre: Land): TemplateResult {
  return html`<dl>
    <dt>Country</dt>
    <dd>${nameIn(explorer.language, explorer.countryName(centre.country_id))}</dd>
    <dt>Region</dt>
    <dd>${centre.region_name ?? 'not known'}</dd>
    <dt>Closest city</dt>
    <dd>${cityAt(centre.closest_city_name, centre.closest_city_distance_km)}</dd>
    <dt>Primary city</dt>
    <dd>${cityAt(centre.primary_city_name, centre.primary_city_distance_km)}</dd>
    <dt>Altitude</dt>
    <dd><bdi>${centre.altitude === null ? 'not known' : `${readable(centre.altitude)} m`}</bdi></dd>
    <dt>Biomes</dt>
    <dd>${biomes(centre)}</dd>
    <dt>Markers</dt>
    <dd>${readable(centre.markers_count)}</dd>
  </dl>`;
}

function cityAt(name: string | null, kilometres: number | null): TemplateResult {
  if (name === null) return html`none`;
  return html`<bdi>${name}</bdi>${
      kilometres === null ? nothing : html` <bdi class="faint">${distance(kilometres)}</bdi>`
    }`;
}

function biomes({ biome_percents: percents }: Land): TemplateResult | string {
  const entries = Object.entries(percents).sort(([, one], [, other]) => other - one);
  if (entries.length === 0) return 'not known';
  return html`<ul class="shares">
    ${entries.map(
      ([name, percent]) =>
        html`<li>
          ${swatch(biomeColour(name))} <bdi>${name}</bdi>
          <bdi class="faint">${readable(percent, 1)} %</bdi>
        </li>`,
    )}
  </ul>`;
}
