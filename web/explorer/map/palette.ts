import type { Theme } from '../../shared/theme.js';

/** The colours of the map in the light and the dark theme. Lands have the same colours in both. */
const COLOURS = {
  sea: ['#b9d9ec', '#0e2033'],
  river: ['#7fb3d3', '#3d7ca8'],
  land: ['#efe9d9', '#333c45'],
  border: ['#9a8f80', '#66737f'],
  label: ['#2f2e2b', '#f0e6cf'],
  // Country names are larger than names of cities.
  faintLabel: ['#5a5248', '#c3ccd4'],
  halo: ['#ffffff', '#10181f'],
  outline: ['#3b3a37', '#e4e7ea'],
  accent: ['#b3261e', '#ff8a80'],
  chosen: ['#0b6e8f', '#4fc3f7'],
  built: ['#6a1b9a', '#ce93d8'],
  constructible: ['#ffffff', '#10181f'],
} as const;

export type Palette = Readonly<Record<keyof typeof COLOURS, string>>;

export function paletteOf(theme: Theme): Palette {
  const pairs = Object.entries(COLOURS);
  const colours = pairs.map(([name, [light, dark]]) => [name, theme === 'light' ? light : dark]);
  return Object.fromEntries(colours) as Palette;
}
