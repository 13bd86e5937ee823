import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Colouring, Point } from '../address.js';
import { areLandsSeen } from '../map/features.js';
import type { Explorer } from '../model/explorer.js';
import { classOf, legendOf, RAMP, type Range, rangeOf, shareOf } from '../model/landClass.js';
import { type Actions, swatch } from './parts.js';
import { readable } from './texts.js';

export const LABELS: Readonly<Record<Colouring, string>> = {
  altitude: 'Altitude',
  biome: 'Biome',
  markers: 'Number of markers',
  country: 'Country',
};

/** Shows on the map what the colours of the lands mean, or the button to get close enough to see the lands. */
export function legend(explorer: Explorer, actions: Actions): TemplateResult | typeof nothing {
  const { point, colouring } = explorer.address;
  const lands = explorer.lands.data ?? [];
  if (point === undefined || lands.length === 0) return nothing;
  if (!areLandsSeen(explorer.address)) return landsButton(point, actions);
  const range = rangeOf(lands, colouring);
  const others = lands.filter((land) => shareOf(land, colouring, range) === null);
  const classes = others.map((land) => classOf(land, colouring, (id) => explorer.countryName(id)));
  return html`<div class="legend">
    <strong>${LABELS[colouring]}</strong>
    ${range && ramp(range, colouring === 'altitude' ? ' m' : '')}
    <ul aria-label="Legend" ?hidden=${classes.length === 0}>
      ${legendOf(classes).map(
        ({ label, colour }) => html`<li>${swatch(colour)} <bdi>${label}</bdi></li>`,
      )}
    </ul>
  </div>`;
}

/** Shows the button that flies to the lands around a point. */
export function landsButton(point: Point, { showLands }: Actions): TemplateResult {
  return html`<button type="button" @click=${() => showLands(point)}>Show the lands</button>`;
}

function ramp({ minimum, maximum }: Range, unit: string): TemplateResult {
  const label = (value: number): TemplateResult => html`<bdi>${readable(value)}${unit}</bdi>`;
  if (minimum === maximum) return html`${swatch(RAMP[3])} ${label(minimum)}`;
  return html`<span class="ramp">
    ${label(minimum)}
    <svg viewBox="0 0 ${RAMP.length - 1} 1" aria-hidden="true">
      <linearGradient id="ramp">
        ${RAMP.map((colour, index) => svg`<stop offset=${index / (RAMP.length - 1)} stop-color=${colour}></stop>`)}
      </linearGradient>
      <rect width=${RAMP.length - 1} height="1" fill="url(#ramp)"></rect>
    </svg>
    ${label(maximum)}
  </span>`;
}
