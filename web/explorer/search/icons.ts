import { html, type TemplateResult } from 'lit';

/** The lines of each icon, in a square of 24. */
const LINES = {
  country: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c4 4 4 14 0 18M12 3c-4 4-4 14 0 18',
  region: 'M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15',
  city: 'M2 21h20M4 21V9l7-4v16M11 21V11h9v10M7 11v1M7 15v1M15 14v1M15 17v1',
  place: 'M12 21s7-6 7-11a7 7 0 1 0-14 0c0 5 7 11 7 11M12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  point: 'M12 2v6M12 16v6M2 12h6M16 12h6M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
} as const;

export type HitType = keyof typeof LINES;

/** Shows the icon of a type. Screen readers get the words beside it. */
export function typeIcon(type: HitType): TemplateResult {
  return html`<svg class="type-icon" data-type=${type} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${LINES[type]} />
  </svg>`;
}
