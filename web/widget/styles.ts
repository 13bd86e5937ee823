import { css } from 'lit';

/** System colours, so that they follow the page's `color-scheme`. */
export const styles = css`
  :host {
    display: inline-block;
    min-inline-size: 0;
    max-inline-size: 100%;
    text-align: start;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  /* Long texts do not widen the element. */
  label,
  [part='error'] {
    display: block;
    contain: inline-size;
  }
  label {
    margin-block-end: 0.25em;
  }
  [part='error'] {
    margin-block-start: 0.25em;
    font-size: 0.875em;
    color: var(--geo-invalid-color, light-dark(#b3261e, #ff8a80));
  }
  /* As wide as the element, which is 18em wide if nothing else says. */
  .field {
    position: relative;
    inline-size: 18em;
    min-inline-size: 100%;
    max-inline-size: 100%;
  }
  input {
    box-sizing: border-box;
    inline-size: 100%;
    margin: 0;
    padding: 0.5em 2.2em 0.5em 0.6em;
    font: inherit;
    color: var(--geo-color, FieldText);
    background: var(--geo-background, Field);
    border: 1px solid var(--geo-border-color, color-mix(in srgb, FieldText 55%, Field));
    border-radius: var(--geo-radius, 0.35em);
  }
  /* The button is on that side whatever the direction of the text. */
  .field:dir(rtl) input {
    padding: 0.5em 0.6em 0.5em 2.2em;
  }
  input::placeholder {
    color: inherit;
    opacity: 0.7;
  }
  input:disabled {
    opacity: 0.6;
  }
  input[aria-invalid='true'] {
    border-color: var(--geo-invalid-color, light-dark(#b3261e, #ff8a80));
  }
  [part='clear'] {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    inline-size: 2.2em;
    padding: 0;
    font: inherit;
    color: var(--geo-color, FieldText);
    background: none;
    border: 0;
    cursor: pointer;
  }
  #popup {
    position: fixed;
    z-index: 10;
    inset: auto;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    inline-size: max-content;
    min-inline-size: min(var(--field), var(--view));
    max-inline-size: min(max(28em, var(--field)), var(--view));
    margin: 0;
    padding: 0;
    overflow: visible;
    color: inherit;
    background: none;
    border: 0;
  }
  ul,
  [part='status'] {
    box-sizing: border-box;
    min-block-size: 0;
    margin: 0;
    padding: 0.25em;
    color: var(--geo-color, CanvasText);
    background: var(--geo-background, Canvas);
    border: 1px solid var(--geo-border-color, color-mix(in srgb, CanvasText 30%, Canvas));
    border-radius: var(--geo-radius, 0.35em);
    box-shadow: 0 4px 12px rgb(0 0 0 / 20%);
  }
  ul {
    max-block-size: var(--geo-list-size, 20em);
    overflow-y: auto;
    list-style: none;
  }
  [part='status'] {
    padding: 0.65em;
  }
  li {
    padding: 0.4em;
    border-radius: inherit;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  [part='near'] {
    font-weight: bold;
    cursor: default;
  }
  [part='option']:hover,
  li[data-combobox-option-default],
  li[aria-selected='true'] {
    color: var(--geo-active-color, inherit);
    background: var(--geo-active-background, color-mix(in srgb, currentcolor 12%, transparent));
  }
  li[aria-selected='true'] {
    outline: 2px solid;
    outline-offset: -2px;
  }
  span {
    unicode-bidi: isolate;
  }
  mark {
    font-weight: bold;
    color: inherit;
    background: none;
  }
  [part='matched-name'],
  [part='detail'] {
    font-size: 0.875em;
    opacity: 0.8;
  }
  .heard {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .busy::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0.7em;
    box-sizing: border-box;
    inline-size: 0.9em;
    block-size: 0.9em;
    margin-block: auto;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
    opacity: 0;
    pointer-events: none;
    /* Most answers come before it appears. */
    animation:
      show 0s 300ms forwards,
      turn 1s linear infinite;
  }
  @keyframes show {
    to {
      opacity: 0.6;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .busy::after {
      animation: show 0s 300ms forwards;
    }
  }
`;
