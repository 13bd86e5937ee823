/** What matters of a row of GeoNames; the rest is as it is for many. */
export interface GeonamesPlace {
  id: number;
  name: string;
  class?: string;
  code?: string;
  country?: string;
  admin1?: string;
  population?: number;
  latitude?: number;
  longitude?: number;
}

/** Returns a row of `cities500.txt`, `allCountries.txt` and their like: 19 columns. */
export function geonamesRow(place: GeonamesPlace): string {
  const { id, name, latitude = 48.5, longitude = 2.25, country = 'FR', admin1 = '11' } = place;
  const { class: featureClass = 'P', code = 'PPL', population = 1_000 } = place;
  const ascii = name.normalize('NFD').replace(/[^ -~]/g, '');
  const position = [latitude, longitude].map(String);
  const region = [country, '', admin1, '', '', ''];
  const rest = [String(population), '', '42', 'Europe/Paris', '2024-01-02'];
  return [String(id), name, ascii, '', ...position, featureClass, code, ...region, ...rest].join(
    '\t',
  );
}

export interface AlternateName {
  of: number;
  language: string;
  name: string;
  isPreferred?: boolean;
  isShort?: boolean;
  isColloquial?: boolean;
  isHistoric?: boolean;
  until?: string;
}

/** Returns a row of `alternateNamesV2.txt`. */
export function alternateName(given: AlternateName): string {
  const { of, language, name, until = '' } = given;
  const marks = [given.isPreferred, given.isShort, given.isColloquial, given.isHistoric];
  return ['1', of, language, name, ...marks.map((mark) => (mark ? '1' : '')), '', until].join('\t');
}
