/** A land as a source gives it, before its cities are known. */
export interface LandRow {
  /** The H3 cell of resolution 8, lower case. */
  id: string;
  /** ISO 3166-1 alpha-3. */
  countryId: string;
  /** Metres above sea level, where known. */
  altitude?: number | undefined;
  /** Percentages by the biome's name, where known. */
  biomes?: Readonly<Record<string, number>> | undefined;
}
