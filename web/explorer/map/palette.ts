export type Theme = 'light' | 'dark';

/** The colours of the map. Lands have the same colours in both themes. */
export interface Palette {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly label: string;
  readonly halo: string;
  readonly outline: string;
  readonly accent: string;
  readonly built: string;
  readonly constructible: string;
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    sea: '#cfe3f1',
    land: '#f7f4ec',
    border: '#8f8a80',
    label: '#3b3a37',
    halo: '#ffffff',
    outline: '#3b3a37',
    accent: '#b3261e',
    built: '#6a1b9a',
    constructible: '#ffffff',
  },
  dark: {
    sea: '#10202e',
    land: '#2a333b',
    border: '#6b7782',
    label: '#e4e7ea',
    halo: '#10181f',
    outline: '#e4e7ea',
    accent: '#ff8a80',
    built: '#ce93d8',
    constructible: '#10181f',
  },
};
