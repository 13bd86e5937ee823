/**
 * The categories of the built-in places, and what each means. An operator's own places may have
 * others.
 */
export const PLACE_CATEGORIES = {
  capital: 'capital of a country',
  populated_place: 'other city, town or village',
  airport: 'airport, airfield or airstrip',
  heliport: 'heliport or helipad',
  seaplane_base: 'water aerodrome',
  balloonport: 'take-off site of balloons',
  train_station: 'railway station',
  port: 'seaport or river port',
  power_plant: 'power plant',
  university: 'university, or college with four-year degrees',
  college: 'other college, or school of a trade',
  research_institute: 'research institute or academy',
  library: 'national or scientific library',
  hospital: 'research hospital',
  government: 'public authority that does or funds research',
  office: 'other organization that does or funds research',
  museum: 'museum',
  garden: 'botanical garden, arboretum or park',
  zoo: 'zoo, aquarium or wildlife park',
  brewery: 'brewery',
  peak: 'mountain peak',
  world_heritage_site: 'UNESCO World Heritage site',
  archaeological_site: 'ancient settlement or other site of antiquity',
  castle: 'ancient fort or fortress',
  monument: 'ancient monument',
  place_of_worship: 'ancient temple, church or sanctuary',
  stadium: 'ancient stadium or circus',
  theatre: 'ancient theatre or amphitheatre',
  tomb: 'ancient tomb or cemetery',
} as const satisfies Readonly<Record<string, string>>;

export type PlaceCategory = keyof typeof PLACE_CATEGORIES;
