import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Land } from '../../client/src/routes.js';
import { shownTheme } from '../../shared/theme.js';
import type { Colouring, Point } from '../address.js';
import { areLandsSeen } from '../map/features.js';
import { paletteOf } from '../map/palette.js';
import type { Explorer } from '../model/explorer.js';
import { ALTITUDES, areAltitudesSeen } from '../model/firstView.js';
import { classOf, legendOf, RAMP, type Range, rangeOf, shareOf } from '../model/landClass.js';
import { type Actions, swatch } from './parts.js';
import { readable } from './texts.js';

export const LABELS: Readonly<Record<Colouring, string>> = {
  altitude: 'Altitude',
  biome: 'Biome',
  markers: 'Number of markers',
  country: 'Country',
};

/** Shows on the map what colours and circles mean, or the button to get close enough to see the lands. */
export function legend(
  explorer: Explorer,
  actions: Actions,
  hasCells: boolean,
): TemplateResult | typeof nothing {
  const { point, showsMarkers } = explorer.address;
  const lands = explorer.lands.data ?? [];
  if (hasCells && areAltitudesSeen(explorer.address)) return altitudes();
  if (point === undefined) return nothing;
  if (!areLandsSeen(explorer.address))
    return lands.length === 0 ? nothing : landsButton(point, actions);
  const { accent, built } = paletteOf(shownTheme());
  return html`<div class="legend">
    ${lands.length === 0 ? nothing : colours(explorer, lands)}
    <ul aria-label="Circles">
      <li>${circle(accent, '4 3')} Nearby countries (7.5 km)</li>
      ${showsMarkers ? html`<li>${circle(built, '1 2')} Radius of the markers</li>` : nothing}
    </ul>
  </div>`;
}

/** Shows what the colours of the lands mean. */
function colours(explorer: Explorer, lands: readonly Land[]): TemplateResult {
  const { colouring } = explorer.address;
  const range = rangeOf(lands, colouring);
  const others = lands.filter((land) => shareOf(land, colouring, range) === null);
  const classes = others.map((land) => classOf(land, colouring, (id) => explorer.countryName(id)));
  return html`<strong>${LABELS[colouring]}</strong>
    ${range && ramp(range, colouring === 'altitude' ? ' m' : '')}
    <ul aria-label="Legend" ?hidden=${classes.length === 0}>
      ${legendOf(classes).map(
        ({ label, colour }) => html`<li>${swatch(colour)} <bdi>${label}</bdi></li>`,
      )}
    </ul>`;
}

/** Shows a piece of the outline of a circle. */
function circle(colour: string, dashes: string): TemplateResult {
  return html`<svg class="circle" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" stroke=${colour} stroke-dasharray=${dashes} />
  </svg>`;
}

/** Shows what the cells of the first view mean. */
function altitudes(): TemplateResult {
  const [lowest, highest] = [ALTITUDES[0], ALTITUDES.at(-1)].map(
    (step) => html`<bdi>${readable(step?.meters ?? 0)} m</bdi>`,
  );
  return html`<div class="legend altitudes">
    <strong>Mean altitude of H3 cells</strong>
    ${lowest} <span>${ALTITUDES.map(({ colour }) => swatch(colour))}</span> ${highest}
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
