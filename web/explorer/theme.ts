import type { Theme } from './map/palette.js';

export const THEME_CHOICES = ['auto', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'geographic-data-theme';
const DARK = '(prefers-color-scheme: dark)';

/** The theme that a person has chosen, or else that of their system. */
export class Themes {
  readonly #dark = matchMedia(DARK);

  /** @param changed is called when the system's theme is another one */
  constructor(changed: () => void) {
    this.#dark.addEventListener('change', changed);
    this.use(this.choice);
  }

  get choice(): ThemeChoice {
    const stored = localStorage.getItem(KEY);
    return THEME_CHOICES.find((known) => known === stored) ?? 'auto';
  }

  get shown(): Theme {
    const { choice } = this;
    if (choice !== 'auto') return choice;
    return this.#dark.matches ? 'dark' : 'light';
  }

  use(choice: ThemeChoice): void {
    localStorage.setItem(KEY, choice);
    if (choice === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  }
}
