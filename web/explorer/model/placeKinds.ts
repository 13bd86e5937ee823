interface Look {
  readonly colour: string;
  readonly categories: readonly string[];
}

/** Similar categories of places share an icon of Maki, which has the same name, and a colour. */
export const PLACE_KINDS = {
  town: { colour: '#4e5d6c', categories: ['capital', 'populated_place'] },
  airport: { colour: '#1565c0', categories: ['airport', 'heliport', 'seaplane_base', 'balloonport'] },
  rail: { colour: '#6a1b9a', categories: ['train_station'] },
  harbor: { colour: '#00697a', categories: ['port'] },
  industry: { colour: '#8d4f00', categories: ['power_plant', 'brewery'] },
  college: { colour: '#a3214d', categories: ['university', 'college', 'research_institute', 'library'] },
  museum: { colour: '#b3261e', categories: ['museum', 'monument', 'stadium', 'theatre'] },
  castle: { colour: '#6d4c41', categories: ['world_heritage_site', 'archaeological_site', 'castle', 'place_of_worship', 'tomb'] },
  park: { colour: '#2e7d32', categories: ['garden', 'zoo', 'peak'] },
  marker: { colour: '#616161', categories: [] },
} as const satisfies Readonly<Record<string, Look>>; // prettier-ignore

export type PlaceKind = keyof typeof PLACE_KINDS;

export const KIND_NAMES = Object.keys(PLACE_KINDS) as PlaceKind[];

/** Returns `marker` for other categories, which an operator's own places may have. */
export function kindOf(category: string | null): PlaceKind {
  const isIn = (kind: PlaceKind): boolean =>
    PLACE_KINDS[kind].categories.some((each) => each === category);
  return KIND_NAMES.find(isIn) ?? 'marker';
}
