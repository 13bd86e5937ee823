/** Made by web/atlas/plugin.ts. */
declare module 'virtual:atlas' {
  /** The address of the vector tiles: layers `countries`, `borders` and `lakes`. */
  export const tiles: string;
  export const labels: readonly import('../../atlas/labels.js').CountryLabel[];
  /** The ids of the capitals. */
  export const capitals: readonly string[];
}
