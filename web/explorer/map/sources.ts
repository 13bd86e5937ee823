/** What is laid over the map, by the name of its source. */
export const OVERLAYS = ['lands', 'ring', 'radius', 'link', 'places', 'markers', 'point'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** What the built-in map is made of. */
export const BASE = ['countries', 'borders', 'names'] as const;

export type SourceName = Overlay | (typeof BASE)[number];
