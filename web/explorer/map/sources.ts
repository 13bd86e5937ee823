/** What is laid over the map, by the name of its source. */
export const OVERLAYS = ['lands', 'ring', 'radius', 'link', 'places', 'markers', 'point'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** What the built-in map is made of. */
export const BASE = ['countries', 'borders', 'cities', 'names'] as const;

export type SourceName = Overlay | (typeof BASE)[number];

/**
 * Returns the id of a source or layer in the style of the map: an operator's own style may have a
 * source `places` or a layer `ring` of another meaning.
 */
export function idInStyle(name: string): string {
  return `explorer-${name}`;
}
