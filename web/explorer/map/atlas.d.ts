/** Made by web/atlas/plugin.ts. */
declare module 'virtual:atlas' {
  /**
   * The address of the vector tiles: layers `countries`, `borders` and `lakes`, from zoom 4 on `ocean` and `rivers`, at
   * zoom 5 `regions`.
   */
  export const tiles: string;
  /** The address of the pictures of relief. They have zoom 3 and 1,024 pixels. */
  export const relief: string;
  /** The address of the only tile of the layer `hexagons`: the cells of the first view. */
  export const hexagons: string;
  export const labels: readonly import('../../atlas/labels.js').CountryLabel[];
  /** The ids of the capitals. */
  export const capitals: readonly string[];
}

/** Made by web/atlas/mapLibrary.ts. */
declare module 'virtual:map-worker' {
  /** The address of the worker of the map. */
  const address: string;
  export default address;
}
