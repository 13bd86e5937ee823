// Generated from the OpenAPI document by `npm run client:schema`. Do not edit.

export const LANGUAGES = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'ar',
  'fa',
  'he',
  'hi',
  'bn',
  'zh',
  'ja',
  'ko',
  'vi',
  'th',
  'id',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'ro',
  'el',
] as const;
export type Language = (typeof LANGUAGES)[number];
/** Other codes of some of the languages. */
export const OTHER_CODES = { no: 'nb', iw: 'he', in: 'id' } as const;
type Code = Language | keyof typeof OTHER_CODES;
/** A language, or a tag that starts with one, such as `fr-CA` or `ja_JP`. */
export type LanguageTag = Code | `${Code}${'-' | '_'}${string}`;
/** The built-in biomes. Data of an operator may have others. */
export type Biome =
  | 'Tropical & Subtropical Moist Broadleaf Forests'
  | 'Tropical & Subtropical Dry Broadleaf Forests'
  | 'Tropical & Subtropical Coniferous Forests'
  | 'Temperate Broadleaf & Mixed Forests'
  | 'Temperate Conifer Forests'
  | 'Boreal Forests/Taiga'
  | 'Tropical & Subtropical Grasslands, Savannas & Shrublands'
  | 'Temperate Grasslands, Savannas & Shrublands'
  | 'Flooded Grasslands & Savannas'
  | 'Montane Grasslands & Shrublands'
  | 'Tundra'
  | 'Mediterranean Forests, Woodlands & Scrub'
  | 'Deserts & Xeric Shrublands'
  | 'Mangroves'
  | 'Rock and Ice';
/** The built-in categories. Data of an operator may have others. */
export type PlaceCategory =
  | 'capital'
  | 'populated_place'
  | 'airport'
  | 'heliport'
  | 'seaplane_base'
  | 'balloonport'
  | 'train_station'
  | 'port'
  | 'power_plant'
  | 'university'
  | 'college'
  | 'research_institute'
  | 'library'
  | 'hospital'
  | 'government'
  | 'office'
  | 'museum'
  | 'garden'
  | 'zoo'
  | 'brewery'
  | 'peak'
  | 'world_heritage_site'
  | 'archaeological_site'
  | 'castle'
  | 'monument'
  | 'place_of_worship'
  | 'stadium'
  | 'theatre'
  | 'tomb';

export interface paths {
  '/countries/findAll': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All countries
     * @description The 249 entries of ISO 3166-1 and Kosovo (`XKX`). With `primary_only=true`, the 197 primary ones: the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo. In the alphabetical order of the language of `lang`. Pages neither repeat nor leave out anything.
     *
     *     Example: `GET /countries/findAll?lang=de&limit=10&offset=62`
     */
    get: operations['countriesFindAll'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/countries/findByIds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Countries by their codes
     * @description In the order asked. Well-formed codes of no country are left out of `data` and listed in `missing` beside it.
     *
     *     Example: `GET /countries/findByIds?country_ids=FRA%2CJPN&lang=de`
     */
    get: operations['countriesFindByIds'];
    put?: never;
    /**
     * Countries by their codes
     * @description The same as `GET`, with the ids in a JSON body of at most 64 KiB. In the order asked. Well-formed codes of no country are left out of `data` and listed in `missing` beside it.
     *
     *     Example: `POST /countries/findByIds` with `{"ids":["FRA","JPN"]}`
     */
    post: operations['countriesFindByIdsBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/countries/findByLocation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The countries at a location, and those nearby
     * @description Borders are buffered by 7.5 km: a point 5 km outside a border always matches, a point 10 km outside never does. First come the countries whose own border holds the point, the smallest in area first, then the nearby ones by population, largest first. If there is no country, `data` is an empty list.
     *
     *     Example: `GET /countries/findByLocation?lat=48.8566&lng=2.3522&lang=de`
     */
    get: operations['countriesFindByLocation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/countries/findByName': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Countries whose name starts with a token
     * @description The match is on the whole name in the language of `lang`, not on any word in it. Case, accents and width do not count; punctuation and runs of blanks are alike; periods and commas do not count. A token with no letters or digits (`-`) finds nothing. With `any_name=true` the match is on the names in all languages. By population, largest first, then id. With `match=fuzzy` a name also matches by any of its words, in any order, with typing errors (one in words of 4 to 7 characters, two in words of 8 and 9, three in longer ones; the first character must be right), and by aliases, former names and codes (`NYC`, `Burma`, `UK`), in any language. `matched_names` beside `data` has the name that matched if it is not the one shown. Brackets, slashes and quotes separate like commas, a flag is its country, and if nothing matches, postal codes and what stands before the last part of an address do not count. Whole names always count; the start of a name in another language than that of `lang`, of the country or of `Accept-Language`, and of an alias, counts from five letters on. The best matches come first: by prominence (population, and in how many languages a city has names), less for a later word, a name in another language, an alias or a typing error, more for a whole name.
     *
     *     Example: `GET /countries/findByName?token=fra&lang=de`
     */
    get: operations['countriesFindByName'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/cities/findByIds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Cities by their ids
     * @description In the order asked. Ids of no city are left out of `data` and listed in `missing` beside it. With `primary_only=true`, so are cities that are not primary. A city without a name in the language of `lang` is shown, and matched, by its default name.
     *
     *     Example: `GET /cities/findByIds?city_ids=FRA_Paris%2CFRA_Atlantis`
     */
    get: operations['citiesFindByIds'];
    put?: never;
    /**
     * Cities by their ids
     * @description The same as `GET`, with the ids in a JSON body of at most 64 KiB. In the order asked. Ids of no city are left out of `data` and listed in `missing` beside it. With `primary_only=true`, so are cities that are not primary. A city without a name in the language of `lang` is shown, and matched, by its default name.
     *
     *     Example: `POST /cities/findByIds` with `{"ids":["FRA_Paris","FRA_Atlantis"]}`
     */
    post: operations['citiesFindByIdsBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/cities/findByCountries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The cities of countries
     * @description By population, largest first, then id. Pages neither repeat nor leave out anything. A city without a name in the language of `lang` is shown, and matched, by its default name.
     *
     *     Example: `GET /cities/findByCountries?country_ids=FRA&limit=10`
     */
    get: operations['citiesFindByCountries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/cities/findByLocation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The closest city in the same country
     * @description The city closest to the point by great-circle distance, at any distance, among the cities of the countries that hold the point, even if a city across a border is closer. If no country holds it, the countries within 7.5 km decide. If there is no country, or it has no such city, the answer is the empty city, `NO_CITY`. A city without a name in the language of `lang` is shown, and matched, by its default name.
     *
     *     Example: `GET /cities/findByLocation?lat=48.8566&lng=2.3522`
     */
    get: operations['citiesFindByLocation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/cities/findByName': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Cities whose name starts with a token
     * @description Made for a widget that sends a request at every keystroke. The match is on the whole name, not on any word in it. Case, accents and width do not count; punctuation and runs of blanks are alike; periods and commas do not count: `st louis` finds St. Louis, `SAINT-D` Saint-Denis, `munchen` München. A token with no letters or digits (`-`) finds nothing. Without `match=fuzzy`, `lat` and `lng`: By population, largest first, then id. A city without a name in the language of `lang` is shown, and matched, by its default name. With `any_name=true` the match is on the names in all languages and on the default name: `London` finds Londres on a French page. With `match=fuzzy` a name also matches by any of its words, in any order, with typing errors (one in words of 4 to 7 characters, two in words of 8 and 9, three in longer ones; the first character must be right), and by aliases, former names and codes (`NYC`, `Burma`, `UK`), in any language. `matched_names` beside `data` has the name that matched if it is not the one shown. Brackets, slashes and quotes separate like commas, a flag is its country, and if nothing matches, postal codes and what stands before the last part of an address do not count. Whole names always count; the start of a name in another language than that of `lang`, of the country or of `Accept-Language`, and of an alias, counts from five letters on. The best matches come first: by prominence (population, and in how many languages a city has names), less for a later word, a name in another language, an alias or a typing error, more for a whole name. A region or country may follow, after a comma or as further words: `paris, texas`, `springfield il`, `london uk`. `limit` is then at most 100. `country_ids` leaves out the cities of other countries, `region_id` those of other regions. With `lat` and `lng` what is near ranks higher.
     *
     *     Example: `GET /cities/findByName?token=par&limit=10`
     */
    get: operations['citiesFindByName'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/lands/findByIds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lands by their ids
     * @description In the order asked, with ids in lower case. Well-formed ids of lands that are not in the data are left out of `data` and listed in `missing` beside it. `markers_count` is the number of markers in the land. Unknown values are `null`, and `{}` for `biome_percents`.
     *
     *     Example: `GET /lands/findByIds?land_ids=881FB46625FFFFF%2C887c650711fffff`
     */
    get: operations['landsFindByIds'];
    put?: never;
    /**
     * Lands by their ids
     * @description The same as `GET`, with the ids in a JSON body of at most 64 KiB. In the order asked, with ids in lower case. Well-formed ids of lands that are not in the data are left out of `data` and listed in `missing` beside it. `markers_count` is the number of markers in the land. Unknown values are `null`, and `{}` for `biome_percents`.
     *
     *     Example: `POST /lands/findByIds` with `{"ids":["881FB46625FFFFF","887c650711fffff"]}`
     */
    post: operations['landsFindByIdsBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/lands/findByLocation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The land of a location, and those around it
     * @description Ring by ring, the centre land first. The centre land is `land_id`, or the cell that holds `lat` and `lng`. `k` is the number of rings around it. 0, the default, is the centre land only. 1 is 7 lands: the centre and all that are directly adjacent. 2 is 19: also all that are adjacent to those. 10, the most, is 331. Around one of the 12 pentagons of H3 rings are shorter: 6 lands for 1, 16 for 2. Lands that are not in the data, such as those at sea, are left out. If there is no land at all, `data` is an empty list. `markers_count` is the number of markers in the land. Unknown values are `null`, and `{}` for `biome_percents`.
     *
     *     Example: `GET /lands/findByLocation?lat=48.8543&lng=2.3513&k=0`
     */
    get: operations['landsFindByLocation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/locate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Countries, closest city, land and time zone of a location
     * @description All that the location lookups of countries, cities and lands answer, in one request. `countries`, `city` and `land` are the answers of `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`). `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, `null` for the empty city. `time_zone` is the IANA time zone of that city. A few places with a zone of their own and few people, such as Lord Howe Island, count as cities for it. It is `null` if it is unknown, and if the city is farther than 500 km away in a country with several time zones. With `fields` an answer has only the members that it names, and only they are looked up.
     *
     *     Example: `GET /locate?lat=48.8543&lng=2.3513`
     */
    get: operations['locate'];
    put?: never;
    /**
     * The same for up to 500 locations
     * @description The body is a JSON array of 1 to 500 locations, each `{"lat","lng"}` or `{"land_id"}`, of at most 64 KiB. `data` has an answer for each location, in the same order. The answer to a location that is faulty, or could not be answered in time (`unavailable`), is `{"error"}`; the others are answered all the same. If none could be answered, the answer is 503. Equal locations are looked up once. A batch that does not fit into the limit of the token is rejected as a whole with 429, and counts as one request. `countries`, `city` and `land` are the answers of `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`). `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, `null` for the empty city. `time_zone` is the IANA time zone of that city. A few places with a zone of their own and few people, such as Lord Howe Island, count as cities for it. It is `null` if it is unknown, and if the city is farther than 500 km away in a country with several time zones. With `fields` an answer has only the members that it names, and only they are looked up.
     *
     *     Example: `POST /locate` with `[{"lat":48.8543,"lng":2.3513}]`
     */
    post: operations['locateBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Countries, cities and regions by what a person types
     * @description Made for one search field. Countries, cities and regions in one ranking, matched as `match=fuzzy` does on `/cities/findByName` and `/countries/findByName`. `matched_name` is the name that matched if it is not the one shown, else `null`. `country_ids` leaves out the cities and regions of other countries, not the countries. `primary_only=true` leaves out all regions. A region that is hardly more than a city of its name, such as Berlin, is found only without `city` among the `types`. With `lat` and `lng` cities and regions that are near rank higher. Names in the languages of `Accept-Language` count like those of the country, so answers vary by it. Cities of the same name, region and country have a larger city nearby as `near`, beside `city`.
     *
     *     Example: `GET /search?token=par&limit=10`
     */
    get: operations['search'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/places/findByIds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Places by their ids
     * @description For internal use only. In the order asked. Ids of no place are left out of `data` and listed in `missing` beside it. Unknown values are `null`, and `[]` for `photos`.
     *
     *     Example: `GET /places/findByIds?place_ids=geonames-2988507%2Cgeonames-0`
     */
    get: operations['placesFindByIds'];
    put?: never;
    /**
     * Places by their ids
     * @description The same as `GET`, with the ids in a JSON body of at most 64 KiB. For internal use only. In the order asked. Ids of no place are left out of `data` and listed in `missing` beside it. Unknown values are `null`, and `[]` for `photos`.
     *
     *     Example: `POST /places/findByIds` with `{"ids":["geonames-2988507","geonames-0"]}`
     */
    post: operations['placesFindByIdsBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/places/findByLocation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The places in the land of a location, and in those around it
     * @description For internal use only. All places of these lands, by popularity, highest first, those of unknown popularity last; then by id. At most 10000; `"truncated":true` stands beside `data` if there are more. The centre land is `land_id`, or the cell that holds `lat` and `lng`. `k` is the number of rings around it. 0, the default, is the centre land only. 1 is 7 lands: the centre and all that are directly adjacent. 2 is 19: also all that are adjacent to those. 10, the most, is 331. Around one of the 12 pentagons of H3 rings are shorter: 6 lands for 1, 16 for 2. A land without places, such as one at sea, adds none. `categories` leaves out all other places, also those without a category; the built-in categories are listed above, under Data. Unknown values are `null`, and `[]` for `photos`.
     *
     *     Example: `GET /places/findByLocation?land_id=881fb46625fffff&k=0&categories=capital`
     */
    get: operations['placesFindByLocation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/places/findByName': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Places by the words of their names
     * @description For internal use only. Each word of `token` is the start of a word of the name, in any order: `louv` finds the Musée du Louvre. Case, accents and punctuation do not count, as for cities. By popularity, highest first, those of unknown popularity last; then by id. Unknown values are `null`, and `[]` for `photos`.
     *
     *     Example: `GET /places/findByName?token=par&limit=10`
     */
    get: operations['placesFindByName'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/markers/findByRadius': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The markers around a point
     * @description The markers at most `radius` metres from the point by great-circle distance on a sphere with the mean radius of the earth, nearest first, then by id. At most 10000; `"truncated":true` stands beside `data` if there are more. Positions are compared to about a centimetre. A marker is built in the season of its last build: `is_built` is true if that is `season`, and only then `icon` and `skin` are there. In a new season all markers can be built again. Ingesting again never changes or loses what is built: a marker that has moved keeps it, and a marker whose place has vanished is still shown, where it was built, in the season of its last build.
     *
     *     Example: `GET /markers/findByRadius?lat=48.85341&lng=2.3488&radius=5000&season=7`
     */
    get: operations['markersFindByRadius'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/markers/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Build a marker
     * @description Builds the marker in `season`, with `icon` and `skin`. A marker that is built already gets the new icon and skin in the same season, and is built for a newer season. An older season is rejected with 409. If no marker and no build has this `id`: 404. When the write is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to one marker are made one after the other, each on the result of the one before. After a 503 the write may have been made, or not, or may still be made: send it again. A write that is repeated changes nothing, unless another write came in between.
     *
     *     Example: `PUT /markers/update` with `{"id":"geonames-2988507","season":7,"icon":12,"skin":"gold"}`
     */
    put: operations['markersUpdate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/markers/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Clear what is built at a marker
     * @description Makes the marker constructible again, whatever the season it was built in. The marker itself stays, unless its place has vanished. If it is not built, the write succeeds and changes nothing. If no marker and no build has this `id`: 404. When the write is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to one marker are made one after the other, each on the result of the one before. After a 503 the write may have been made, or not, or may still be made: send it again. A write that is repeated changes nothing, unless another write came in between.
     *
     *     Example: `PUT /markers/remove` with `{"id":"geonames-2988507"}`
     */
    put: operations['markersRemove'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The live generation of every resource
     * @description For countries, cities, regions, lands, places, markers: the live generation, since when it is live, the number of its documents and its sources; for countries and cities also the share that has a name in each language; and the number of rejected rows. `live` is `null` for a resource that is not ingested yet.
     *
     *     Example: `GET /data`
     */
    get: operations['getData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the process answers
     * @description Needs no token.
     */
    get: operations['healthLive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether lookups can be answered
     * @description Needs no token.
     */
    get: operations['healthReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Country: {
      /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
      id: string;
      /** @description In the language of `lang` */
      name: string;
      /** @enum {string} */
      continent:
        'Africa' | 'Antarctica' | 'Asia' | 'Europe' | 'North America' | 'Oceania' | 'South America';
      /** Format: int64 */
      population: number;
    };
    CountryList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Country'][];
    };
    CountryListWithMissing: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Country'][];
      /** @description The ids that do not exist, in the order asked; absent if all exist. */
      missing?: string[];
    };
    CountryIds: {
      /** @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. */
      ids: string[];
    };
    CountryListWithMatchedNames: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Country'][];
      /** @description For each element of `data`, the name that matched if it is not the one shown, else `null`. Only with `match=fuzzy`. */
      matched_names?: (string | null)[];
    };
    /** @description A position in degrees */
    LatLng: {
      /** Format: double */
      latitude: number;
      /** Format: double */
      longitude: number;
    };
    City: {
      /** @description Country code, `_`, the default name without blanks and commas. If cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
      id: string;
      /** @description ISO 3166-1 alpha-3 code of the country */
      country_id: string;
      /** @description In the language of `lang`, else the default name */
      name: string;
      /** @description In the language of `lang`, else the default name; `null` if unknown */
      region_name: string | null;
      /** Format: int64 */
      population: number;
      /** @description In degrees; `null` for the empty city */
      latlng: components['schemas']['LatLng'] | null;
    };
    CityListWithMissing: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['City'][];
      /** @description The ids that do not exist, in the order asked; absent if all exist. */
      missing?: string[];
    };
    CityIds: {
      /** @description Cities: city ids, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. */
      ids: string[];
    };
    CityList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['City'][];
    };
    CityAnswer: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['City'];
    };
    CityListWithMatchedNames: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['City'][];
      /** @description For each element of `data`, the name that matched if it is not the one shown, else `null`. Only with `match=fuzzy`. */
      matched_names?: (string | null)[];
    };
    Land: {
      /** @description H3 cell of resolution 8, in lower case */
      id: string;
      /** @description ISO 3166-1 alpha-3 code of the country */
      country_id: string;
      /** @description The region of the closest city of the same country, in the language of `lang`; `null` if there is no such city, or it has no region */
      region_name: string | null;
      /** @description The closest of all cities, not necessarily in the same country */
      closest_city_id: string | null;
      /** @description In the language of `lang`, else the default name */
      closest_city_name: string | null;
      /**
       * Format: double
       * @description Great-circle distance in kilometres from the centre of the cell
       */
      closest_city_distance_km: number | null;
      /** @description The closest of the primary cities of the same country; `null` if there is none */
      primary_city_id: string | null;
      /** @description In the language of `lang`, else the default name */
      primary_city_name: string | null;
      /**
       * Format: double
       * @description Great-circle distance in kilometres from the centre of the cell
       */
      primary_city_distance_km: number | null;
      /**
       * Format: double
       * @description Metres above sea level at the centre of the cell, rounded; `null` if unknown
       */
      altitude: number | null;
      /** @description The biome with the largest share; `null` if unknown */
      main_biome: Biome | (string & Record<never, never>) | null;
      /** @description Shares of the land's area by the name of the biome, in percent, 100 in all (± 0.5); `{}` if unknown */
      biome_percents: Record<string, number>;
      /**
       * Format: int64
       * @description The number of markers in the land
       */
      markers_count: number;
    };
    LandListWithMissing: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Land'][];
      /** @description The ids that do not exist, in the order asked; absent if all exist. */
      missing?: string[];
    };
    LandIds: {
      /** @description Lands: H3 cells of resolution 8, in upper or lower case, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. */
      ids: string[];
    };
    LandList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Land'][];
    };
    Location: {
      countries?: components['schemas']['Country'][];
      city?: components['schemas']['City'];
      /**
       * Format: double
       * @description Great-circle distance to the city in kilometres, rounded to metres
       */
      city_distance_km?: number | null;
      land?: components['schemas']['Land'] | null;
      /** @description IANA time zone of the closest city in its country; `null` if that is farther than 500 km and the country has several zones */
      time_zone?: string | null;
    };
    LocationAnswer: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Location'];
    };
    Position: {
      /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. */
      land_id?: string;
      /**
       * Format: double
       * @description Latitude in degrees, together with `lng`: a number from -90 to 90.
       */
      lat?: number;
      /**
       * Format: double
       * @description Longitude in degrees, together with `lat`: a number from -180 to 180.
       */
      lng?: number;
    };
    Fault: {
      /** @description The faulty parameter. */
      path: string;
      /** @description What is accepted. */
      message: string;
      /**
       * Format: double
       * @description In `/health/ready`: the share that is loaded of data that is being ingested.
       */
      progress?: number;
    };
    Failure: {
      /** @description For programs; the text of `message` may change. */
      code: string;
      /** @description For people: what happened, and what to do. */
      message: string;
      /** @description One entry for every faulty parameter. */
      details?: components['schemas']['Fault'][];
      /** @description The same as in the header `X-Request-Id`; name it when reporting a fault. */
      request_id: string;
    };
    LocationOrError: {
      countries?: components['schemas']['Country'][];
      city?: components['schemas']['City'];
      /**
       * Format: double
       * @description Great-circle distance to the city in kilometres, rounded to metres
       */
      city_distance_km?: number | null;
      land?: components['schemas']['Land'] | null;
      /** @description IANA time zone of the closest city in its country; `null` if that is farther than 500 km and the country has several zones */
      time_zone?: string | null;
      error?: components['schemas']['Failure'];
    };
    LocationOrErrorList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['LocationOrError'][];
    };
    /** @description Around the cities of a region, in degrees. `west` is greater than `east` if they lie on both sides of ±180° */
    Bounds: {
      /** Format: double */
      south: number;
      /** Format: double */
      west: number;
      /** Format: double */
      north: number;
      /** Format: double */
      east: number;
    };
    /** @description A first-level division of a country. `latlng` is where its largest city is */
    Region: {
      /** @description Country code, `_`, the code of GeoNames (`USA_CA`); the name without blanks and commas if the region is not in the built-in data */
      id: string;
      /** @description ISO 3166-1 alpha-3 code of the country */
      country_id: string;
      /** @description In the language of `lang`, else the default name */
      name: string;
      latlng: components['schemas']['LatLng'];
      bounds: components['schemas']['Bounds'];
    };
    SearchResult: {
      /**
       * @description Which of `country`, `city` and `region` is there
       * @enum {string}
       */
      type: 'country' | 'city' | 'region';
      /** @description The name that matched, if it is not the one shown */
      matched_name: string | null;
      country?: components['schemas']['Country'];
      city?: components['schemas']['City'];
      region?: components['schemas']['Region'];
      /** @description The nearest city of 10,000 inhabitants and more in the same country that is larger, in the language of `lang`. Only if another city of the answer has the same name, region and country, and if there is such a city within 150 km */
      near?: string;
    };
    SearchResultList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['SearchResult'][];
    };
    Place: {
      /** @description The same id as its marker */
      id: string;
      /** @description The land that holds it: an H3 cell of resolution 8, in lower case */
      land_id: string;
      name: string;
      /** @description `null` if unknown */
      subtitle: string | null;
      /** @description One of the categories under `places`, or one of an operator; `null` if unknown */
      category: PlaceCategory | (string & Record<never, never>) | null;
      latlng: components['schemas']['LatLng'];
      /** @description `null` if unknown */
      address: string | null;
      /** @description Addresses of photos; `[]` if unknown */
      photos: string[];
      /**
       * Format: double
       * @description From 0 to 1, where 1 is the most popular; `null` if unknown
       */
      popularity: number | null;
      /**
       * Format: double
       * @description From 0 to 5, where 5 is the best; `null` if unknown
       */
      rating: number | null;
      /** @description Its address; `null` if unknown */
      website: string | null;
    };
    PlaceListWithMissing: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Place'][];
      /** @description The ids that do not exist, in the order asked; absent if all exist. */
      missing?: string[];
    };
    PlaceIds: {
      /** @description Places: place ids, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. */
      ids: string[];
    };
    PlaceListWithTruncated: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Place'][];
      /** @description True if there is more than `data` holds; absent if there is not. */
      truncated?: true;
    };
    PlaceList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Place'][];
    };
    Marker: {
      /** @description The same id as its place */
      id: string;
      /** @description The H3 cell of resolution 8 that holds it */
      land_id: string;
      latlng: components['schemas']['LatLng'];
      /**
       * Format: int64
       * @description Only if `is_built` is true
       */
      icon?: number;
      /** @description Only if `is_built` is true; empty for the default skin */
      skin?: string;
      /** @description Whether its last build was for `season` */
      is_built: boolean;
    };
    MarkerListWithTruncated: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Marker'][];
      /** @description True if there is more than `data` holds; absent if there is not. */
      truncated?: true;
    };
    MarkersUpdate: {
      /** @description The marker, which has the id of its place: a text that is not empty. */
      id: string;
      /**
       * Format: int32
       * @description The season in which it was built: an integer from 0 to 1000000.
       */
      season: number;
      /**
       * Format: int32
       * @description The icon of what was built: an integer from 0 to 1000000.
       */
      icon: number;
      /**
       * @description The skin of what was built; the default skin when absent or empty: a text of at most 64 characters.
       * @default
       */
      skin?: string;
    };
    Written: {
      /** @enum {string} */
      status: 'ok';
    };
    MarkersRemove: {
      /** @description The marker, which has the id of its place: a text that is not empty. */
      id: string;
    };
    Source: {
      /** @description The name of the file, without its folder, or its https address */
      name?: string;
      /** Format: int64 */
      bytes?: number;
      sha256?: string;
      /** @description True if it comes with the service */
      built_in?: boolean;
      /** @description The generation of another resource. Then no other member is there; else all others are */
      generation?: string;
    };
    Generation: {
      /** @description The index that holds it */
      generation: string;
      /** @description When it was promoted, in ISO 8601 */
      since: string | null;
      /** @description The version of the service that made it */
      version: string | null;
      /**
       * Format: int64
       * @description The number of its documents; a document of lands stands for up to 2,401 lands
       */
      documents: number;
      /**
       * Format: int64
       * @description The number of rows in its sources
       */
      rows: number | null;
      /** @description The sources it was made from */
      sources: components['schemas']['Source'][];
    };
    ResourceData: {
      resource: string;
      /** @description `null` if no generation is live, or it cannot be read */
      live: components['schemas']['Generation'] | null;
      /** @description The share of documents that have a name in each language; only for countries and cities */
      languages?: Record<string, number>;
      /**
       * Format: int64
       * @description The number of rejected rows; `null` if unknown
       */
      rejects: number | null;
    };
    ResourceDataList: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['ResourceData'][];
    };
    Live: {
      live: true;
    };
    LiveAnswer: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Live'];
    };
    Ready: {
      ready: true;
    };
    ReadyAnswer: {
      /** @enum {string} */
      status: 'ok';
      data: components['schemas']['Ready'];
    };
    Error: {
      /** @enum {string} */
      status: 'error';
      error: components['schemas']['Failure'];
    };
  };
  responses: {
    /** @description `invalid_request`: A parameter is missing, malformed, out of range or given more than once; or a body is not a JSON object (for a batch, not an array of 1 to 500), or has an unknown member. `details` has one entry for every faulty one. */
    InvalidRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "invalid_request",
         *         "message": "The request is not valid. Correct what `details` lists and send it again.",
         *         "details": [
         *           {
         *             "path": "lat",
         *             "message": "must be a number from -90 to 90"
         *           },
         *           {
         *             "path": "lng",
         *             "message": "is required: `lat` and `lng` go together"
         *           }
         *         ],
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unauthorized`: There is no access token, or it is unknown, expired or revoked. Checked before the parameters. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "unauthorized",
         *         "message": "A valid access token is needed: send the header `Authorization: Bearer <ACCESS_TOKEN>` with a token that is neither expired nor revoked.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `forbidden`: The token is public, and everything under `/places/` and `/markers/` needs an internal one; or pages of this `Origin` may not use the token; or it is a development token, and `Host` is not a name of this machine. Checked before the parameters. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "forbidden",
         *         "message": "This endpoint is for internal use only. Use a token of the internal scope.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `forbidden`: The token was made for pages of certain origins, and `Origin` names another one. A request without `Origin` is let through: the check stops pages, not anyone who has the token. A development token also needs a `Host` that is a name of this machine. Checked before the parameters. */
    ForeignOrigin: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "forbidden",
         *         "message": "This token may not be used by pages of this origin. Ask the operator for one that may; for development tokens, set CORS_ORIGIN.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `not_found`: No marker has the id of a marker write. */
    NoMarker: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "not_found",
         *         "message": "There is no marker with this id. Markers have the ids of their places.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `method_not_allowed`: The path is known but does not take this method. `Allow` lists the methods it takes. */
    MethodNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        Allow: components['headers']['Allow'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "method_not_allowed",
         *         "message": "This path does not take that method. Use GET, HEAD, OPTIONS.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `stale_season`: The season of a marker update is older than the season of the last build. */
    StaleSeason: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "stale_season",
         *         "message": "This marker was already built in a newer season. Send the current season.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `payload_too_large`: The body, as sent or inflated, is longer than 16 KiB, or the body of a batch or of a lookup by ids is longer than 64 KiB. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "payload_too_large",
         *         "message": "The request body is too large. Send at most 16384 bytes.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unsupported_media_type`: The body is not declared as `application/json`, or its charset is not UTF-8, or its coding is not gzip, deflate or br. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "unsupported_media_type",
         *         "message": "Send the body as JSON in UTF-8 with the header `Content-Type: application/json`, as it is or compressed (gzip, deflate, br).",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `rate_limited`: The token has sent more requests in this second than the operator allows: a cached answer counts as one request, `/search` and `match=fuzzy` as 5, what is at a point, or near it by name, as 3, each location of a batch as one, 50 ids or lands as one (lands by ids that are far apart more), and a list as one for each 100 results that its limit allows, or 250 that are skipped or usual. Or its batch waited 2 s, or its large result or search with typing errors half a second, for others of the token. `Retry-After` has the seconds to wait. Each process of the service counts for itself. */
    RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "rate_limited",
         *         "message": "This token may send 100 requests a second. Wait for the seconds in `Retry-After`, then send it again.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `invalid_request`: The request line and headers are longer than 64 KiB together, or there are more than 2000 headers. */
    HeadersTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "invalid_request",
         *         "message": "The request line and headers are too large. Send at most 65536 bytes, and at most 2000 headers.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `internal`: Internal error. */
    Internal: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "internal",
         *         "message": "Something went wrong on our side. If it happens again, report it with the `request_id`.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unavailable`: Elasticsearch is away or slow, the service is overloaded, or the data is not ingested yet. `Retry-After` has the seconds to wait. The service recovers by itself. */
    Unavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "status": "error",
         *       "error": {
         *         "code": "unavailable",
         *         "message": "The service cannot answer for the moment. Wait for the seconds in `Retry-After`, then send it again.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: {
    /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
    IfNoneMatch: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Names this request in reports and logs.
     * @example my-request-17
     */
    'X-Request-Id': string;
    /**
     * @description The unknown parameters of the query, percent-encoded and separated by `, `; absent if there are none, and cut after 1,000 characters.
     * @example primaryonly
     */
    'X-Ignored-Params': string;
    /**
     * @description Names this answer, for `If-None-Match`.
     * @example W/"GTMNI4OQimsHeMDDeFs_8G"
     */
    ETag: string;
    /**
     * @description How long the caller may cache the answer.
     * @example private, max-age=60
     */
    'Cache-Control': string;
    /**
     * @description Whether the answer came from the cache (`geographic-data; hit`) or from Elasticsearch (`geographic-data; fwd=miss`), as in RFC 9211.
     * @example geographic-data; hit
     */
    'Cache-Status': string;
    /**
     * @description Seconds to wait.
     * @example 1
     */
    'Retry-After': number;
    /**
     * @description The limit of the token: `q` requests in `w` seconds, as in draft 10 of the RateLimit header fields for HTTP (IETF). On every answer to a counted request; absent if there is no limit. Each process of the service counts for itself.
     * @example "token";q=100;w=1
     */
    'RateLimit-Policy': string;
    /**
     * @description What is left of the limit: `r` requests, within the next `t` seconds.
     * @example "token";r=99;t=1
     */
    RateLimit: string;
    /**
     * @description Always `Bearer`.
     * @example Bearer
     */
    'WWW-Authenticate': string;
    /**
     * @description The methods of the path.
     * @example GET, HEAD, OPTIONS
     */
    Allow: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  countriesFindAll: {
    parameters: {
      query?: {
        /**
         * @description The most results to return; all when absent: an integer from 1 to 9007199254740991. Example: `10`
         * @example 10
         */
        limit?: number;
        /**
         * @description The number of results to skip: an integer from 0 to 100000. Example: `62`
         * @example 62
         */
        offset?: number;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Example: `de`
         * @example de
         */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA",
           *           "name": "Frankreich",
           *           "continent": "Europe",
           *           "population": 68374600
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CountryList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  countriesFindByIds: {
    parameters: {
      query: {
        /**
         * @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `FRA,JPN`
         * @example [
         *       "FRA",
         *       "JPN"
         *     ]
         */
        country_ids: string[];
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Example: `de`
         * @example de
         */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA",
           *           "name": "Frankreich",
           *           "continent": "Europe",
           *           "population": 68374600
           *         },
           *         {
           *           "id": "JPN",
           *           "name": "Japan",
           *           "continent": "Asia",
           *           "population": 123202000
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CountryListWithMissing'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  countriesFindByIdsBatch: {
    parameters: {
      query?: {
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Example: `de`
         * @example de
         */
        lang?: LanguageTag;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "FRA",
         *         "JPN"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CountryIds'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA",
           *           "name": "Frankreich",
           *           "continent": "Europe",
           *           "population": 68374600
           *         },
           *         {
           *           "id": "JPN",
           *           "name": "Japan",
           *           "continent": "Asia",
           *           "population": 123202000
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CountryListWithMissing'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  countriesFindByLocation: {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8566`
         * @example 48.8566
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3522`
         * @example 2.3522
         */
        lng?: number;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Example: `de`
         * @example de
         */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA",
           *           "name": "Frankreich",
           *           "continent": "Europe",
           *           "population": 68374600
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CountryList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  countriesFindByName: {
    parameters: {
      query: {
        /** @description The most results to return; all when absent: an integer from 1 to 9007199254740991. Example: `10` */
        limit?: number;
        /**
         * @description The start of a name, or what a person types: a text of 1 to 100 characters, not counting blanks around it. Example: `fra`
         * @example fra
         */
        token: string;
        /** @description How the token is compared with names, see the description: `prefix` or `fuzzy`. Default: `prefix` */
        match?: 'prefix' | 'fuzzy';
        /** @description Whether names in all languages, and default names, are searched; the answer shows names in the language of `lang` all the same; no effect with `match=fuzzy`: `true` or `false`, in any case. Default: `false` */
        any_name?: boolean;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Example: `de`
         * @example de
         */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA",
           *           "name": "Frankreich",
           *           "continent": "Europe",
           *           "population": 68374600
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CountryListWithMatchedNames'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  citiesFindByIds: {
    parameters: {
      query: {
        /**
         * @description Cities: city ids, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `FRA_Paris,FRA_Atlantis`
         * @example [
         *       "FRA_Paris",
         *       "FRA_Atlantis"
         *     ]
         */
        city_ids: string[];
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA_Paris",
           *           "country_id": "FRA",
           *           "name": "Paris",
           *           "region_name": "Île-de-France",
           *           "population": 2138551,
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           }
           *         }
           *       ],
           *       "missing": [
           *         "FRA_Atlantis"
           *       ]
           *     }
           */
          'application/json': components['schemas']['CityListWithMissing'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  citiesFindByIdsBatch: {
    parameters: {
      query?: {
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "FRA_Paris",
         *         "FRA_Atlantis"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CityIds'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA_Paris",
           *           "country_id": "FRA",
           *           "name": "Paris",
           *           "region_name": "Île-de-France",
           *           "population": 2138551,
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           }
           *         }
           *       ],
           *       "missing": [
           *         "FRA_Atlantis"
           *       ]
           *     }
           */
          'application/json': components['schemas']['CityListWithMissing'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  citiesFindByCountries: {
    parameters: {
      query: {
        /**
         * @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `FRA`
         * @example [
         *       "FRA"
         *     ]
         */
        country_ids: string[];
        /**
         * @description The most results to return: an integer from 1 to 10000. Example: `10`
         * @example 10
         */
        limit?: number;
        /** @description The number of results to skip: an integer from 0 to 100000. Default: `0` */
        offset?: number;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA_Paris",
           *           "country_id": "FRA",
           *           "name": "Paris",
           *           "region_name": "Île-de-France",
           *           "population": 2138551,
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CityList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  citiesFindByLocation: {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8566`
         * @example 48.8566
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3522`
         * @example 2.3522
         */
        lng?: number;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": {
           *         "id": "FRA_Paris",
           *         "country_id": "FRA",
           *         "name": "Paris",
           *         "region_name": "Île-de-France",
           *         "population": 2138551,
           *         "latlng": {
           *           "latitude": 48.85341,
           *           "longitude": 2.3488
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['CityAnswer'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  citiesFindByName: {
    parameters: {
      query: {
        /**
         * @description The most results to return: an integer from 1 to 1000. Example: `10`
         * @example 10
         */
        limit?: number;
        /**
         * @description The start of a name, or what a person types: a text of 1 to 100 characters, not counting blanks around it. Example: `par`
         * @example par
         */
        token: string;
        /** @description How the token is compared with names, see the description: `prefix` or `fuzzy`. Default: `prefix` */
        match?: 'prefix' | 'fuzzy';
        /** @description Whether names in all languages, and default names, are searched; the answer shows names in the language of `lang` all the same; no effect with `match=fuzzy`: `true` or `false`, in any case. Default: `false` */
        any_name?: boolean;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
        /** @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `FRA,JPN` */
        country_ids?: string[];
        /** @description Only cities of this region: the id of a region, as `/search` has it. Example: `USA_CA` */
        region_id?: string;
        /** @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8566` */
        lat?: number;
        /** @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3522` */
        lng?: number;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "FRA_Paris",
           *           "country_id": "FRA",
           *           "name": "Paris",
           *           "region_name": "Île-de-France",
           *           "population": 2138551,
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CityListWithMatchedNames'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  landsFindByIds: {
    parameters: {
      query: {
        /**
         * @description Lands: H3 cells of resolution 8, in upper or lower case, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `881FB46625FFFFF,887c650711fffff`
         * @example [
         *       "881FB46625FFFFF",
         *       "887c650711fffff"
         *     ]
         */
        land_ids: string[];
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "881fb46625fffff",
           *           "country_id": "FRA",
           *           "region_name": "Île-de-France",
           *           "closest_city_id": "FRA_Paris",
           *           "closest_city_name": "Paris",
           *           "closest_city_distance_km": 0.212,
           *           "primary_city_id": "FRA_Paris",
           *           "primary_city_name": "Paris",
           *           "primary_city_distance_km": 0.212,
           *           "altitude": 49,
           *           "main_biome": "Temperate Broadleaf & Mixed Forests",
           *           "biome_percents": {
           *             "Temperate Broadleaf & Mixed Forests": 100
           *           },
           *           "markers_count": 2
           *         }
           *       ],
           *       "missing": [
           *         "887c650711fffff"
           *       ]
           *     }
           */
          'application/json': components['schemas']['LandListWithMissing'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  landsFindByIdsBatch: {
    parameters: {
      query?: {
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "881FB46625FFFFF",
         *         "887c650711fffff"
         *       ]
         *     }
         */
        'application/json': components['schemas']['LandIds'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "881fb46625fffff",
           *           "country_id": "FRA",
           *           "region_name": "Île-de-France",
           *           "closest_city_id": "FRA_Paris",
           *           "closest_city_name": "Paris",
           *           "closest_city_distance_km": 0.212,
           *           "primary_city_id": "FRA_Paris",
           *           "primary_city_name": "Paris",
           *           "primary_city_distance_km": 0.212,
           *           "altitude": 49,
           *           "main_biome": "Temperate Broadleaf & Mixed Forests",
           *           "biome_percents": {
           *             "Temperate Broadleaf & Mixed Forests": 100
           *           },
           *           "markers_count": 2
           *         }
           *       ],
           *       "missing": [
           *         "887c650711fffff"
           *       ]
           *     }
           */
          'application/json': components['schemas']['LandListWithMissing'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  landsFindByLocation: {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8543`
         * @example 48.8543
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3513`
         * @example 2.3513
         */
        lng?: number;
        /**
         * @description The number of rings of lands around the centre land: an integer from 0 to 10. Example: `0`
         * @example 0
         */
        k?: number;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "881fb46625fffff",
           *           "country_id": "FRA",
           *           "region_name": "Île-de-France",
           *           "closest_city_id": "FRA_Paris",
           *           "closest_city_name": "Paris",
           *           "closest_city_distance_km": 0.212,
           *           "primary_city_id": "FRA_Paris",
           *           "primary_city_name": "Paris",
           *           "primary_city_distance_km": 0.212,
           *           "altitude": 49,
           *           "main_biome": "Temperate Broadleaf & Mixed Forests",
           *           "biome_percents": {
           *             "Temperate Broadleaf & Mixed Forests": 100
           *           },
           *           "markers_count": 2
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['LandList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  locate: {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8543`
         * @example 48.8543
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3513`
         * @example 2.3513
         */
        lng?: number;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
        /** @description The members of an answer; all of them when absent. What is not named is not looked up: `countries`, `city`, `city_distance_km`, `land`, `time_zone`, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `countries,time_zone` */
        fields?: ('countries' | 'city' | 'city_distance_km' | 'land' | 'time_zone')[];
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": {
           *         "countries": [
           *           {
           *             "id": "FRA",
           *             "name": "France",
           *             "continent": "Europe",
           *             "population": 68374600
           *           }
           *         ],
           *         "city": {
           *           "id": "FRA_Paris",
           *           "country_id": "FRA",
           *           "name": "Paris",
           *           "region_name": "Île-de-France",
           *           "population": 2138551,
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           }
           *         },
           *         "city_distance_km": 0.208,
           *         "land": {
           *           "id": "881fb46625fffff",
           *           "country_id": "FRA",
           *           "region_name": "Île-de-France",
           *           "closest_city_id": "FRA_Paris",
           *           "closest_city_name": "Paris",
           *           "closest_city_distance_km": 0.212,
           *           "primary_city_id": "FRA_Paris",
           *           "primary_city_name": "Paris",
           *           "primary_city_distance_km": 0.212,
           *           "altitude": 49,
           *           "main_biome": "Temperate Broadleaf & Mixed Forests",
           *           "biome_percents": {
           *             "Temperate Broadleaf & Mixed Forests": 100
           *           },
           *           "markers_count": 2
           *         },
           *         "time_zone": "Europe/Paris"
           *       }
           *     }
           */
          'application/json': components['schemas']['LocationAnswer'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  locateBatch: {
    parameters: {
      query?: {
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
        /** @description The members of an answer; all of them when absent. What is not named is not looked up: `countries`, `city`, `city_distance_km`, `land`, `time_zone`, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `countries,time_zone` */
        fields?: ('countries' | 'city' | 'city_distance_km' | 'land' | 'time_zone')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "lat": 48.8543,
         *         "lng": 2.3513
         *       }
         *     ]
         */
        'application/json': components['schemas']['Position'][];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "countries": [
           *             {
           *               "id": "FRA",
           *               "name": "France",
           *               "continent": "Europe",
           *               "population": 68374600
           *             }
           *           ],
           *           "city": {
           *             "id": "FRA_Paris",
           *             "country_id": "FRA",
           *             "name": "Paris",
           *             "region_name": "Île-de-France",
           *             "population": 2138551,
           *             "latlng": {
           *               "latitude": 48.85341,
           *               "longitude": 2.3488
           *             }
           *           },
           *           "city_distance_km": 0.208,
           *           "land": {
           *             "id": "881fb46625fffff",
           *             "country_id": "FRA",
           *             "region_name": "Île-de-France",
           *             "closest_city_id": "FRA_Paris",
           *             "closest_city_name": "Paris",
           *             "closest_city_distance_km": 0.212,
           *             "primary_city_id": "FRA_Paris",
           *             "primary_city_name": "Paris",
           *             "primary_city_distance_km": 0.212,
           *             "altitude": 49,
           *             "main_biome": "Temperate Broadleaf & Mixed Forests",
           *             "biome_percents": {
           *               "Temperate Broadleaf & Mixed Forests": 100
           *             },
           *             "markers_count": 2
           *           },
           *           "time_zone": "Europe/Paris"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['LocationOrErrorList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  search: {
    parameters: {
      query: {
        /**
         * @description The start of a name, or what a person types: a text of 1 to 100 characters, not counting blanks around it. Example: `par`
         * @example par
         */
        token: string;
        /**
         * @description The most results to return: an integer from 1 to 100. Example: `10`
         * @example 10
         */
        limit?: number;
        /** @description What is searched; all of them when absent: `country`, `city` or `region`, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `country,city` */
        types?: ('country' | 'city' | 'region')[];
        /** @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `FRA,JPN` */
        country_ids?: string[];
        /** @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8566` */
        lat?: number;
        /** @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3522` */
        lng?: number;
        /** @description Whether only primary entities are searched: `true` or `false`, in any case. Default: `false` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el; `no`, `iw` and `in` mean `nb`, `he` and `id`, and `ja_JP` means `ja`. Default: `en` */
        lang?: LanguageTag;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "type": "city",
           *           "matched_name": null,
           *           "city": {
           *             "id": "FRA_Paris",
           *             "country_id": "FRA",
           *             "name": "Paris",
           *             "region_name": "Île-de-France",
           *             "population": 2138551,
           *             "latlng": {
           *               "latitude": 48.85341,
           *               "longitude": 2.3488
           *             }
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SearchResultList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  placesFindByIds: {
    parameters: {
      query: {
        /**
         * @description Places: place ids, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `geonames-2988507,geonames-0`
         * @example [
         *       "geonames-2988507",
         *       "geonames-0"
         *     ]
         */
        place_ids: string[];
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "geonames-2988507",
           *           "land_id": "881fb46625fffff",
           *           "name": "Paris",
           *           "subtitle": "Île-de-France",
           *           "category": "capital",
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           },
           *           "address": null,
           *           "photos": [],
           *           "popularity": 0.8559,
           *           "rating": null,
           *           "website": null
           *         }
           *       ],
           *       "missing": [
           *         "geonames-0"
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlaceListWithMissing'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  placesFindByIdsBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "geonames-2988507",
         *         "geonames-0"
         *       ]
         *     }
         */
        'application/json': components['schemas']['PlaceIds'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "geonames-2988507",
           *           "land_id": "881fb46625fffff",
           *           "name": "Paris",
           *           "subtitle": "Île-de-France",
           *           "category": "capital",
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           },
           *           "address": null,
           *           "photos": [],
           *           "popularity": 0.8559,
           *           "rating": null,
           *           "website": null
           *         }
           *       ],
           *       "missing": [
           *         "geonames-0"
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlaceListWithMissing'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  placesFindByLocation: {
    parameters: {
      query?: {
        /**
         * @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff`
         * @example 881fb46625fffff
         */
        land_id?: string;
        /** @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.8566` */
        lat?: number;
        /** @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3522` */
        lng?: number;
        /**
         * @description The number of rings of lands around the centre land: an integer from 0 to 10. Example: `0`
         * @example 0
         */
        k?: number;
        /**
         * @description Only places of these categories, where case counts and a category of no place finds nothing: categories of at most 100 characters, in a query string separated by commas or repeated, at most 500, none of them empty; blanks around an element are ignored, and an element given twice is answered once. Example: `capital`
         * @example [
         *       "capital"
         *     ]
         */
        categories?: (PlaceCategory | (string & Record<never, never>))[];
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "geonames-2988507",
           *           "land_id": "881fb46625fffff",
           *           "name": "Paris",
           *           "subtitle": "Île-de-France",
           *           "category": "capital",
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           },
           *           "address": null,
           *           "photos": [],
           *           "popularity": 0.8559,
           *           "rating": null,
           *           "website": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlaceListWithTruncated'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  placesFindByName: {
    parameters: {
      query: {
        /**
         * @description The start of a name, or what a person types: a text of 1 to 100 characters, not counting blanks around it. Example: `par`
         * @example par
         */
        token: string;
        /**
         * @description The most results to return: an integer from 1 to 100. Example: `10`
         * @example 10
         */
        limit?: number;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "geonames-2988507",
           *           "land_id": "881fb46625fffff",
           *           "name": "Paris",
           *           "subtitle": "Île-de-France",
           *           "category": "capital",
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           },
           *           "address": null,
           *           "photos": [],
           *           "popularity": 0.8559,
           *           "rating": null,
           *           "website": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlaceList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  markersFindByRadius: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, together with `lng`: a number from -90 to 90. Example: `48.85341`
         * @example 48.85341
         */
        lat: number;
        /**
         * @description Longitude in degrees, together with `lat`: a number from -180 to 180. Example: `2.3488`
         * @example 2.3488
         */
        lng: number;
        /**
         * @description Radius in metres: a number above 0, at most 50000. Example: `5000`
         * @example 5000
         */
        radius: number;
        /**
         * @description The season for which markers count as built: an integer from 0 to 1000000. Example: `7`
         * @example 7
         */
        season: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "id": "geonames-2988507",
           *           "land_id": "881fb46625fffff",
           *           "latlng": {
           *             "latitude": 48.85341,
           *             "longitude": 2.3488
           *           },
           *           "is_built": false
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['MarkerListWithTruncated'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  markersUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "geonames-2988507",
         *       "season": 7,
         *       "icon": 12,
         *       "skin": "gold"
         *     }
         */
        'application/json': components['schemas']['MarkersUpdate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          'application/json': components['schemas']['Written'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NoMarker'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['StaleSeason'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  markersRemove: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "geonames-2988507"
         *     }
         */
        'application/json': components['schemas']['MarkersRemove'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          'application/json': components['schemas']['Written'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NoMarker'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  getData: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has. If it is current, the answer is 304. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Ignored-Params': components['headers']['X-Ignored-Params'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": [
           *         {
           *           "resource": "places",
           *           "live": {
           *             "generation": "geo-places-g20261122061500000",
           *             "since": "2026-11-22T06:15:09.120Z",
           *             "version": "0.1.0",
           *             "documents": 3,
           *             "rows": 4,
           *             "sources": [
           *               {
           *                 "name": "places.csv",
           *                 "bytes": 512,
           *                 "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
           *                 "built_in": false
           *               }
           *             ]
           *           },
           *           "rejects": 1
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ResourceDataList'];
        };
      };
      /** @description The answer is still the one that `If-None-Match` names. There is no body. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Cache-Status': components['headers']['Cache-Status'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForeignOrigin'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  healthLive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Yes. */
      200: {
        headers: Record<string, unknown>;
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": {
           *         "live": true
           *       }
           *     }
           */
          'application/json': components['schemas']['LiveAnswer'];
        };
      };
      405: components['responses']['MethodNotAllowed'];
    };
  };
  healthReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Yes. */
      200: {
        headers: Record<string, unknown>;
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "data": {
           *         "ready": true
           *       }
           *     }
           */
          'application/json': components['schemas']['ReadyAnswer'];
        };
      };
      405: components['responses']['MethodNotAllowed'];
      503: components['responses']['Unavailable'];
    };
  };
}
