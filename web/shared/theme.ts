import { storedTheme } from './storage.js';

export type Theme = 'light' | 'dark';

export const THEME_CHOICES = ['auto', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the theme of the page. `auto` is the theme of the system. */
export function themeChoice(): ThemeChoice {
  const { theme } = document.documentElement.dataset;
  return THEME_CHOICES.find((known) => known === theme) ?? 'auto';
}

/** Returns the theme that is seen. */
export function shownTheme(): Theme {
  const choice = themeChoice();
  if (choice !== 'auto') return choice;
  return systemIsDark.matches ? 'dark' : 'light';
}

/** Paints the page in another theme, and stores the choice. */
export function useTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice;
  storedTheme.set(choice);
}

/** Paints the page in the theme that was chosen earlier. */
export function restoreTheme(): void {
  document.documentElement.dataset.theme = storedTheme.get() ?? 'auto';
}
