import { storedTheme } from './storage.js';

export type Theme = 'light' | 'dark';
const THEME_CHOICES = ['auto', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the chosen theme. `auto` is the theme of the system. */
export function themeChoice(): ThemeChoice {
  const chosen = storedTheme.get();
  return THEME_CHOICES.find((known) => known === chosen) ?? 'auto';
}

/** Returns the theme that is seen. */
export function shownTheme(): Theme {
  const choice = themeChoice();
  if (choice !== 'auto') return choice;
  return systemIsDark.matches ? 'dark' : 'light';
}

/** Stores the choice of a theme, and paints the page in it. */
export function useTheme(choice: ThemeChoice): void {
  storedTheme.set(choice);
  paintTheme();
}

/** Paints the page in the chosen theme. */
export function paintTheme(): void {
  document.documentElement.dataset.theme = themeChoice();
}
