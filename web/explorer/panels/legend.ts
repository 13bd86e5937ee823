import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Land } from '../../client/src/routes.js';
import type { Colouring } from '../address.js';
import { LANDS_FROM_ZOOM } from '../map/features.js';
import type { Explorer } from '../model/explorer.js';
import { classOf, legendOf, RAMP, type Range, rangeOf, shareOf } from '../model/landClass.js';
import { type Actions, readable, swatch } from './parts.js';

export const LABELS: Readonly<Record<Colouring, string>> = {
  altitude: 'Altitude',
  biome: 'Biome',
  markers: 'Number of markers',
  country: 'Country',
};

/** Shows on the map what the colours of the lands mean, or how to get close enough to see the lands. */
export function legend(explorer: Explorer, actions: Actions): TemplateResult | typeof nothing {
  const { point, camera, colouring } = explorer.address;
  const lands = explorer.lands.data ?? [];
  if (point === undefined || lands.length === 0) return nothing;
  if (camera.zoom < LANDS_FROM_ZOOM) return landsButton(point, actions);
  const range = rangeOf(lands, colouring);
  return html`<div class="legend">
    <strong>${LABELS[colouring]}</strong>
    ${range && ramp(range, colouring === 'altitude' ? ' m' : '')} ${classes(explorer, lands, range)}
  </div>`;
}

/** Shows the button that flies to the lands around a point. */
export function landsButton(
  point: NonNullable<Explorer['address']['point']>,
  { showLands }: Actions,
): TemplateResult {
  return html`<button type="button" @click=${() => showLands(point)}>Show the lands</button>`;
}

function ramp({ minimum, maximum }: Range, unit: string): TemplateResult {
  const stops = RAMP.map(
    (colour, index) => svg`<stop offset=${index / (RAMP.length - 1)} stop-color=${colour}></stop>`,
  );
  const label = (value: number): TemplateResult => html`<bdi>${readable(value)}${unit}</bdi>`;
  if (minimum === maximum) return html`${swatch(RAMP[3])} ${label(minimum)}`;
  return html`<span class="ramp" dir="ltr">
    ${label(minimum)}
    <svg preserveAspectRatio="none" viewBox="0 0 1 1" aria-hidden="true">
      <linearGradient id="ramp">${stops}</linearGradient>
      <rect width="1" height="1" fill="url(#ramp)"></rect>
    </svg>
    ${label(maximum)}
  </span>`;
}

/** Shows the classes of the lands that have no position on the ramp. */
function classes(
  explorer: Explorer,
  lands: readonly Land[],
  range: Range | undefined,
): TemplateResult | typeof nothing {
  const { colouring } = explorer.address;
  const found = lands
    .filter((land) => shareOf(land, colouring, range) === undefined)
    .map((land) => classOf(land, colouring, (id) => explorer.countryName(id)));
  if (found.length === 0) return nothing;
  return html`<ul aria-label="Legend">
    ${legendOf(found).map(
      ({ label, colour }) => html`<li>${swatch(colour)} <bdi>${label}</bdi></li>`,
    )}
  </ul>`;
}
