import { html, type TemplateResult } from 'lit';
import { NOTHING_CHOSEN } from '../address.js';
import type { Actions } from './parts.js';

/** Shows a button that looks like a link. */
export function linkButton(content: TemplateResult, onClick: () => void): TemplateResult {
  return html`<button type="button" class="link" @click=${onClick}>${content}</button>`;
}

/** Shows the heading of what is chosen, and a button that goes back to the start. */
export function heading(id: string, content: TemplateResult, { go }: Actions): TemplateResult {
  return html`<div class="row">
    <h2 id=${id}>${content}</h2>
    <button type="button" aria-label="Clear the selection" @click=${() => go(NOTHING_CHOSEN)}>
      ×
    </button>
  </div>`;
}

const TERMS = {
  land: 'A land is one hexagon of the H3 grid at resolution 8. It covers about 0.7 km².',
  rings:
    'Ring 1 is the six lands around the centre. Each further ring surrounds the ring before. Five rings are 91 lands, about 9 km across.',
  season:
    'A season is one month of the game. A marker is built only in the season of its last build.',
} as const;

/** Shows a sign that opens the explanation of a term. */
export function explained(term: keyof typeof TERMS): TemplateResult {
  return html`<details class="term">
    <summary aria-label="What ${term === 'rings' ? 'rings are' : `a ${term} is`}">?</summary>
    <p class="faint">${TERMS[term]}</p>
  </details>`;
}
