/** Similar categories of places share a colour, and the icon of Maki that has the name of the kind. */
export const PLACE_KINDS = {
  town: ['#4e5d6c', 'capital', 'populated_place'],
  airport: ['#1565c0', 'airport', 'heliport', 'seaplane_base', 'balloonport'],
  rail: ['#6a1b9a', 'train_station'],
  harbor: ['#00697a', 'port'],
  industry: ['#8d4f00', 'power_plant', 'brewery'],
  college: ['#a3214d', 'university', 'college', 'research_institute', 'library'],
  museum: ['#b3261e', 'museum', 'monument', 'stadium', 'theatre'],
  castle: ['#6d4c41', 'world_heritage_site', 'archaeological_site', 'castle', 'place_of_worship', 'tomb'],
  park: ['#2e7d32', 'garden', 'zoo', 'peak'],
  marker: ['#616161'],
} as const satisfies Record<string, readonly [colour: string, ...categories: string[]]>; // prettier-ignore

export type PlaceKind = keyof typeof PLACE_KINDS;

export const KIND_NAMES = Object.keys(PLACE_KINDS) as PlaceKind[];

/** Returns a category in words: `Populated place` for `populated_place`. */
export function categoryName(category: string | null): string {
  const words = (category ?? 'place').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns `marker` for other categories, which an operator's own places may have. */
export function kindOf(category: string | null): PlaceKind {
  const isIn = (kind: PlaceKind): boolean => PLACE_KINDS[kind].some((each) => each === category);
  return KIND_NAMES.find(isIn) ?? 'marker';
}
