import { storageOf } from '../shared/visitor.js';

export type Theme = 'light' | 'dark';

export const THEME_CHOICES = ['auto', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'geographic-data-theme';
const DARK = '(prefers-color-scheme: dark)';

/** The chosen theme, else the theme of the system. */
export class Themes {
  readonly #dark = matchMedia(DARK);
  readonly #storage = storageOf('localStorage');
  #choice: ThemeChoice;

  /** @param changed is called when the theme of the system changes */
  constructor(changed: () => void) {
    this.#dark.addEventListener('change', changed);
    const stored = this.#storage?.getItem(KEY);
    this.#choice = THEME_CHOICES.find((known) => known === stored) ?? 'auto';
    this.#paint();
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  get shown(): Theme {
    if (this.#choice !== 'auto') return this.#choice;
    return this.#dark.matches ? 'dark' : 'light';
  }

  use(choice: ThemeChoice): void {
    this.#choice = choice;
    this.#storage?.setItem(KEY, choice);
    this.#paint();
  }

  #paint(): void {
    const { dataset } = document.documentElement;
    if (this.#choice === 'auto') delete dataset.theme;
    else dataset.theme = this.#choice;
  }
}
