/** Of a land of which no more is known than where it is, as it is stored. */
export const UNKNOWN_OF_LAND = {
  region_name: null,
  closest_city_id: null,
  closest_city_name: null,
  closest_city_distance_km: null,
  primary_city_id: null,
  primary_city_name: null,
  primary_city_distance_km: null,
  altitude: null,
  main_biome: null,
  biome_percents: {},
};
