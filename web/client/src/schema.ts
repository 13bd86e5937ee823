// Generated from the OpenAPI document by `npm run client:schema`. Do not edit.

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
     * @description The 249 entries of ISO 3166-1 and Kosovo (`XKX`); with `primary_only=true` the 197 primary ones: the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo. In the alphabetical order of the language of `lang`. Pages neither repeat nor leave out anything.
     *
     *     Example: `GET /countries/findAll?lang=de&limit=1&offset=62`
     */
    get: operations['countries.findAll'];
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
     * @description In the order asked. Well-formed codes that no country has are left out of `data` and listed in `missing` beside it.
     *
     *     Example: `GET /countries/findByIds?country_ids=fra%2CABC&lang=de`
     */
    get: operations['countries.findByIds'];
    put?: never;
    post?: never;
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
     * The countries at a place, and those nearby
     * @description Borders are enlarged by 7.5 km: a point 5 km outside a border always matches, one 10 km outside never does. First the countries whose own border holds the point, the smallest in area first, then the nearby ones by population, largest first. No country: an empty list.
     *
     *     Example: `GET /countries/findByLocation?lat=48.8566&lng=2.3522&lang=de`
     */
    get: operations['countries.findByLocation'];
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
     * @description The match is on the whole name in the language of `lang`, not on any word in it. Case, accents and width do not count; hyphens, apostrophes and runs of blanks are alike; periods and commas do not count. A token of which nothing is left (`-`) finds nothing. With `any_name=true` the match is on the names in all languages. By population, largest first, then id.
     *
     *     Example: `GET /countries/findByName?token=frank&lang=de`
     */
    get: operations['countries.findByName'];
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
     * @description In the order asked. Ids that no city has are left out of `data` and listed in `missing` beside it; with `primary_only=true` that goes for cities that are not primary, too. A city without a name in the language of `lang` is shown, and matched, by its default name.
     *
     *     Example: `GET /cities/findByIds?city_ids=FRA_Paris%2CFRA_Atlantis`
     */
    get: operations['cities.findByIds'];
    put?: never;
    post?: never;
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
     *     Example: `GET /cities/findByCountries?country_ids=FRA&limit=1`
     */
    get: operations['cities.findByCountries'];
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
     * @description The city closest to the place by great-circle distance, at any distance, among those of the countries that hold the place, even when a city across a border is closer. Where no country holds it, the countries within 7.5 km decide. No country, or no such city in it: the empty city, `NO_CITY`. A city without a name in the language of `lang` is shown, and matched, by its default name.
     *
     *     Example: `GET /cities/findByLocation?lat=48.8566&lng=2.3522`
     */
    get: operations['cities.findByLocation'];
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
     * @description Made for a widget that asks at every keystroke. The match is on the whole name, not on any word in it. Case, accents and width do not count; hyphens, apostrophes and runs of blanks are alike; periods and commas do not count: `st louis` finds St. Louis, `SAINT-D` Saint-Denis, `munchen` München. A token of which nothing is left (`-`) finds nothing. By population, largest first, then id. A city without a name in the language of `lang` is shown, and matched, by its default name. With `any_name=true` the match is on its names in all languages and its default name: `London` finds Londres on a French page.
     *
     *     Example: `GET /cities/findByName?token=pari&limit=1`
     */
    get: operations['cities.findByName'];
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
     * @description In the order asked, with ids in lower case. Well-formed ids of lands that are not in the data are left out of `data` and listed in `missing` beside it. `markers_count` is the number of markers that stand in the land now. What is not known is `null`, and `{}` for `biome_percents`.
     *
     *     Example: `GET /lands/findByIds?land_ids=881FB46625FFFFF%2C887c650711fffff`
     */
    get: operations['lands.findByIds'];
    put?: never;
    post?: never;
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
     * @description Ring by ring, the centre land first. The centre land is the one asked, or the cell that holds `lat` and `lng`. `k` is the number of rings around it: 0, as when it is absent, is the centre land only; 1 is 7 lands, the centre and all that are directly adjacent; 2 is 19, with all that are adjacent to those; 10, the most, is 331. Around one of the 12 pentagons of H3 rings are shorter: 6 lands for 1, 16 for 2. Lands that are not in the data, such as those at sea, are left out; where there is none at all, `data` is an empty array. `markers_count` is the number of markers that stand in the land now. What is not known is `null`, and `{}` for `biome_percents`.
     *
     *     Example: `GET /lands/findByLocation?lat=48.8543&lng=2.3513&k=0`
     */
    get: operations['lands.findByLocation'];
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
     * @description All that the location lookups of countries, cities and lands answer, in one request. `countries`, `city` and `land` are what `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`) answer; `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, and `time_zone` its IANA time zone. Both are `null` for the empty city; `time_zone` also if it is not known.
     *
     *     Example: `GET /locate?lat=48.8543&lng=2.3513`
     */
    get: operations['locate'];
    put?: never;
    /**
     * The same of up to 500 locations
     * @description The body is a JSON array of 1 to 500 locations, each `{"lat","lng"}` or `{"land_id"}`, of at most 64 KiB. `data` has an answer for each, in the same order. The answer to a faulty location is `{"error"}`; the others are answered all the same. Each location counts as one request towards the limit of the token. A batch that does not fit into the limit is refused as a whole with 429, and counts as one request; one of more locations than the limit has requests a second never fits. `countries`, `city` and `land` are what `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`) answer; `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, and `time_zone` its IANA time zone. Both are `null` for the empty city; `time_zone` also if it is not known.
     *
     *     Example: `POST /locate` with `[{"lat":48.8543,"lng":2.3513}]`
     */
    post: operations['locate.batch'];
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
     * @description For internal use only. In the order asked. Ids that no place has are left out of `data` and listed in `missing` beside it. What is not known is `null`, and `[]` for `photos`.
     *
     *     Example: `GET /places/findByIds?place_ids=geonames-2988507%2Cgeonames-0`
     */
    get: operations['places.findByIds'];
    put?: never;
    post?: never;
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
     * @description For internal use only. All places of these lands, by popularity, highest first, those of unknown popularity last; then by id. At most 10000, with `"truncated":true` beside `data` when there are more. The centre land is the one asked, or the cell that holds `lat` and `lng`. `k` is the number of rings around it: 0, as when it is absent, is the centre land only; 1 is 7 lands, the centre and all that are directly adjacent; 2 is 19, with all that are adjacent to those; 10, the most, is 331. Around one of the 12 pentagons of H3 rings are shorter: 6 lands for 1, 16 for 2. A land without places, such as one at sea, adds none. `categories` leaves out all other places, also those without a category; the built-in categories are listed above, under Data. What is not known is `null`, and `[]` for `photos`.
     *
     *     Example: `GET /places/findByLocation?land_id=881fb46625fffff&k=0&categories=capital`
     */
    get: operations['places.findByLocation'];
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
     * @description The markers at most `radius` metres from the point by great-circle distance on a sphere with the mean radius of the earth, nearest first, then by id. At most 10000; `truncated` beside `data` is true when there are more. Positions are compared to about a centimetre. A marker is built in the season of its last build: `is_built` tells whether that is the asked `season`, and only then `icon` and `skin` are there. With a new season all markers can be built again. Ingesting markers again never changes or loses what is built.
     *
     *     Example: `GET /markers/findByRadius?lat=48.85341&lng=2.3488&radius=1&season=7`
     */
    get: operations['markers.findByRadius'];
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
     * @description Makes the marker built in `season`, with `icon` and `skin`. One that is built already gets the new icon and skin in the same season, and is built for a newer one; an older season is refused with 409, for the marker is built in a newer one. No marker with this `id`: 404. When it is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to a marker are made one after the other, each of what the one before it left. After a 503 it may have been made, or not, or may still be: send it again; one that was made already is made once more, which changes nothing unless another write came in between.
     *
     *     Example: `PUT /markers/update` with `{"id":"geonames-2988507","season":7,"icon":12,"skin":"gold"}`
     */
    put: operations['markers.update'];
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
     * @description Makes the marker constructible again, whatever the season it was built in; the marker itself is kept. One that is not built stays as it is, which is a success, too. No marker with this `id`: 404. When it is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to a marker are made one after the other, each of what the one before it left. After a 503 it may have been made, or not, or may still be: send it again; one that was made already is made once more, which changes nothing unless another write came in between.
     *
     *     Example: `PUT /markers/remove` with `{"id":"geonames-2988507"}`
     */
    put: operations['markers.remove'];
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
     * What is live of every resource
     * @description Of countries, cities, lands, places and markers: the live generation, since when it is live, its documents and what it was made from; of countries and cities also the share of those that have a name in each language; and how many rows could not be taken. `live` is `null` for a resource that is not ingested yet.
     *
     *     Example: `GET /data`
     */
    get: operations['data'];
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
    get: operations['health.live'];
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
    get: operations['health.ready'];
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
    Error: {
      /** @enum {string} */
      status: 'error';
      error: {
        /** @description For programs; the text of `message` may change. */
        code: string;
        /** @description For people: what to do next. */
        message: string;
        /** @description One entry for every faulty parameter. */
        details?: {
          /** @description The faulty parameter. */
          path: string;
          /** @description What is accepted. */
          message: string;
        }[];
        /** @description The same as in the header `X-Request-Id`; name it when reporting a fault. */
        request_id: string;
      };
    };
  };
  responses: {
    /** @description `invalid_request`: A parameter is missing, malformed, out of range or given more than once; or a body is not a JSON object (of a batch, an array of 1 to 500), or has a member that is not known. `details` has one entry for every faulty one. */
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
         *             "message": "must be a plain decimal number from -90 to 90"
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
    /** @description `forbidden`: The token is a public one, and everything under `/places/` and `/markers/` needs one of the internal scope; or it may not be used by pages of this `Origin`. Checked before the parameters. */
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
    /** @description `forbidden`: The token was made for pages of certain origins, and `Origin` names another one. What sends no `Origin` is not concerned: this hinders pages, and nobody who has read the token. Checked before the parameters. */
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
    /** @description `not_found`: The path is unknown. Paths are taken literally: case and a slash at the end count. */
    NotFound: {
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
         *         "message": "There is nothing at this path. GET /openapi.json lists every path.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `not_found`: There is no marker with the id of a marker write. */
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
    /** @description `method_not_allowed`: The path is known but does not take this method; `Allow` has those it takes. */
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
    /** @description `stale_season`: A marker update names a season older than the one in which the marker was built last. */
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
    /** @description `payload_too_large`: The body is longer than 16 KiB, that of a batch longer than 64 KiB, as it is sent or when it is inflated. */
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
    /** @description `unsupported_media_type`: The body is not declared as `application/json`, or as one in another charset than UTF-8, or coded in another way than gzip, deflate or br. */
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
    /** @description `rate_limited`: The token has sent more requests in this second than the operator allows, each location of a batch counted as one; `Retry-After` has the seconds to wait. Each process of the service counts for itself. */
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
         *         "message": "This token may send 100 requests a second; each location of a batch counts as one, so that one of more locations is never answered. Wait for the seconds in `Retry-After`, then send it again.",
         *         "request_id": "3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `invalid_request`: The request line and headers come to more than 64 KiB, or there are more than 2000 headers. */
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
    /** @description `internal`: A defect of the service. */
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
    /** @description `unavailable`: Elasticsearch is away or slow, the service is overloaded, or the data is not ingested yet. `Retry-After` has the seconds to wait; the service recovers by itself. */
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
  parameters: never;
  requestBodies: never;
  headers: {
    /**
     * @description Names this request in reports and logs.
     * @example my-request-17
     */
    'X-Request-Id': string;
    /**
     * @description The parameters of the query that this route does not know, percent-encoded and separated by `, `; absent if there are none, and cut after 1,000 characters.
     * @example primaryonly
     */
    'X-Ignored-Params': string;
    /**
     * @description Names this answer, for `If-None-Match`.
     * @example W/"GTMNI4OQimsHeMDDeFs_8G"
     */
    ETag: string;
    /**
     * @description How long the answer may be kept by who asked for it.
     * @example private, max-age=60
     */
    'Cache-Control': string;
    /**
     * @description Whether the answer was kept by the service (`geographic-data; hit`), or asked of Elasticsearch (`geographic-data; fwd=miss`), as in RFC 9211.
     * @example geographic-data; hit
     */
    'Cache-Status': string;
    /**
     * @description Seconds to wait.
     * @example 1
     */
    'Retry-After': number;
    /**
     * @description The limit of the token: `q` requests in `w` seconds, as in draft 10 of the RateLimit header fields for HTTP (IETF). On every answer to a request that was counted; absent if there is no limit. Each process of the service counts for itself.
     * @example "token";q=100;w=1
     */
    'RateLimit-Policy': string;
    /**
     * @description What is left of it: `r` requests, within the next `t` seconds.
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
  'countries.findAll': {
    parameters: {
      query?: {
        /**
         * @description How many results are wanted at most; all when absent: an integer of at least 1. Example: `10`
         * @example 1
         */
        limit?: number;
        /**
         * @description How many results are skipped: an integer from 0 to 100000. Example: `0`
         * @example 62
         */
        offset?: number;
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr`
         * @example de
         */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
              id: string;
              /** @description In the language of `lang` */
              name: string;
              /** @enum {string} */
              continent:
                | 'Africa'
                | 'Antarctica'
                | 'Asia'
                | 'Europe'
                | 'North America'
                | 'Oceania'
                | 'South America';
              population: number;
            }[];
          };
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
  'countries.findByIds': {
    parameters: {
      query: {
        /**
         * @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), separated by commas, at most 500, none of them empty; blanks around one do not count, and one given twice is answered once. Example: `FRA,DEU`
         * @example [
         *       "fra",
         *       "ABC"
         *     ]
         */
        country_ids: string[];
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr`
         * @example de
         */
        lang?: string;
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
           *       ],
           *       "missing": [
           *         "ABC"
           *       ]
           *     }
           */
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
              id: string;
              /** @description In the language of `lang` */
              name: string;
              /** @enum {string} */
              continent:
                | 'Africa'
                | 'Antarctica'
                | 'Asia'
                | 'Europe'
                | 'North America'
                | 'Oceania'
                | 'South America';
              population: number;
            }[];
            /** @description The asked ids that do not exist, in the order asked; absent if all exist. */
            missing?: string[];
          };
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
  'countries.findByLocation': {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. Example: `48.8566`
         * @example 48.8566
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. Example: `2.3522`
         * @example 2.3522
         */
        lng?: number;
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr`
         * @example de
         */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
              id: string;
              /** @description In the language of `lang` */
              name: string;
              /** @enum {string} */
              continent:
                | 'Africa'
                | 'Antarctica'
                | 'Asia'
                | 'Europe'
                | 'North America'
                | 'Oceania'
                | 'South America';
              population: number;
            }[];
          };
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
  'countries.findByName': {
    parameters: {
      query: {
        /** @description How many results are wanted at most; all when absent: an integer of at least 1. Example: `10` */
        limit?: number;
        /**
         * @description Beginning of a name: a text of 1 to 100 characters, not counting blanks around it. Example: `saint d`
         * @example frank
         */
        token: string;
        /** @description Whether names in all languages, and default names, are looked at; the answer shows the name in the language of `lang` all the same: `true` or `false`, in any case. Example: `true` */
        any_name?: boolean;
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /**
         * @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr`
         * @example de
         */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
              id: string;
              /** @description In the language of `lang` */
              name: string;
              /** @enum {string} */
              continent:
                | 'Africa'
                | 'Antarctica'
                | 'Asia'
                | 'Europe'
                | 'North America'
                | 'Oceania'
                | 'South America';
              population: number;
            }[];
          };
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
  'cities.findByIds': {
    parameters: {
      query: {
        /**
         * @description Cities: city ids, separated by commas, at most 500, none of them empty; blanks around one do not count, and one given twice is answered once. Example: `FRA_Paris,ITA_Rome`
         * @example [
         *       "FRA_Paris",
         *       "FRA_Atlantis"
         *     ]
         */
        city_ids: string[];
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
              id: string;
              /** @description ISO 3166-1 alpha-3 code of the country */
              country_id: string;
              /** @description In the language of `lang`; the default name where that is not known */
              name: string;
              /** @description `null` where not known */
              region_name: string | null;
              population: number;
              /** @description Degrees; `null` for the empty city */
              latlng: {
                latitude: number;
                longitude: number;
              } | null;
            }[];
            /** @description The asked ids that do not exist, in the order asked; absent if all exist. */
            missing?: string[];
          };
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
  'cities.findByCountries': {
    parameters: {
      query: {
        /**
         * @description Countries: ISO 3166-1 alpha-3 codes (3 letters, in any case), separated by commas, at most 500, none of them empty; blanks around one do not count, and one given twice is answered once. Example: `FRA,DEU`
         * @example [
         *       "FRA"
         *     ]
         */
        country_ids: string[];
        /**
         * @description How many results are wanted at most: an integer from 1 to 10000. Example: `10`
         * @example 1
         */
        limit?: number;
        /** @description How many results are skipped: an integer from 0 to 100000. Example: `0` */
        offset?: number;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
              id: string;
              /** @description ISO 3166-1 alpha-3 code of the country */
              country_id: string;
              /** @description In the language of `lang`; the default name where that is not known */
              name: string;
              /** @description `null` where not known */
              region_name: string | null;
              population: number;
              /** @description Degrees; `null` for the empty city */
              latlng: {
                latitude: number;
                longitude: number;
              } | null;
            }[];
          };
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
  'cities.findByLocation': {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. Example: `48.8566`
         * @example 48.8566
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. Example: `2.3522`
         * @example 2.3522
         */
        lng?: number;
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
              id: string;
              /** @description ISO 3166-1 alpha-3 code of the country */
              country_id: string;
              /** @description In the language of `lang`; the default name where that is not known */
              name: string;
              /** @description `null` where not known */
              region_name: string | null;
              population: number;
              /** @description Degrees; `null` for the empty city */
              latlng: {
                latitude: number;
                longitude: number;
              } | null;
            };
          };
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
  'cities.findByName': {
    parameters: {
      query: {
        /**
         * @description How many results are wanted at most: an integer from 1 to 1000. Example: `10`
         * @example 1
         */
        limit?: number;
        /**
         * @description Beginning of a name: a text of 1 to 100 characters, not counting blanks around it. Example: `saint d`
         * @example pari
         */
        token: string;
        /** @description Whether names in all languages, and default names, are looked at; the answer shows the name in the language of `lang` all the same: `true` or `false`, in any case. Example: `true` */
        any_name?: boolean;
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
              id: string;
              /** @description ISO 3166-1 alpha-3 code of the country */
              country_id: string;
              /** @description In the language of `lang`; the default name where that is not known */
              name: string;
              /** @description `null` where not known */
              region_name: string | null;
              population: number;
              /** @description Degrees; `null` for the empty city */
              latlng: {
                latitude: number;
                longitude: number;
              } | null;
            }[];
          };
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
  'lands.findByIds': {
    parameters: {
      query: {
        /**
         * @description Lands: H3 cells of resolution 8, in upper or lower case, separated by commas, at most 500, none of them empty; blanks around one do not count, and one given twice is answered once. Example: `881fb46625fffff,881fb46627fffff`
         * @example [
         *       "881FB46625FFFFF",
         *       "887c650711fffff"
         *     ]
         */
        land_ids: string[];
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
           *           "altitude": 54,
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description H3 cell of resolution 8, in lower case */
              id: string;
              /** @description ISO 3166-1 alpha-3 code of the country */
              country_id: string;
              /** @description That of the closest city of the same country; `null` where there is none, or it has none */
              region_name: string | null;
              /** @description The closest of all cities, not necessarily in the same country */
              closest_city_id: string | null;
              /** @description In the language of `lang`; the default name where that is not known */
              closest_city_name: string | null;
              /** @description Great-circle distance in kilometres from the centre of the cell */
              closest_city_distance_km: number | null;
              /** @description The closest of the primary cities of the same country; `null` where it has none */
              primary_city_id: string | null;
              /** @description In the language of `lang`, likewise */
              primary_city_name: string | null;
              /** @description Great-circle distance in kilometres from the centre of the cell */
              primary_city_distance_km: number | null;
              /** @description Metres above sea level at the centre of the cell, rounded; `null` where not known */
              altitude: number | null;
              /** @description The biome with the largest share; `null` where not known */
              main_biome: string | null;
              /** @description Shares of its area by the name of the biome, in percent, 100 in all (± 0.5); `{}` where not known */
              biome_percents: Record<string, number>;
              /** @description How many markers stand in the land now */
              markers_count: number;
            }[];
            /** @description The asked ids that do not exist, in the order asked; absent if all exist. */
            missing?: string[];
          };
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
  'lands.findByLocation': {
    parameters: {
      query?: {
        /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff` */
        land_id?: string;
        /**
         * @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. Example: `48.8566`
         * @example 48.8543
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. Example: `2.3522`
         * @example 2.3513
         */
        lng?: number;
        /**
         * @description How many rings of lands around the centre land are wanted as well: an integer from 0 to 10. Example: `1`
         * @example 0
         */
        k?: number;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
           *           "altitude": 54,
           *           "main_biome": "Temperate Broadleaf & Mixed Forests",
           *           "biome_percents": {
           *             "Temperate Broadleaf & Mixed Forests": 100
           *           },
           *           "markers_count": 2
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description H3 cell of resolution 8, in lower case */
              id: string;
              /** @description ISO 3166-1 alpha-3 code of the country */
              country_id: string;
              /** @description That of the closest city of the same country; `null` where there is none, or it has none */
              region_name: string | null;
              /** @description The closest of all cities, not necessarily in the same country */
              closest_city_id: string | null;
              /** @description In the language of `lang`; the default name where that is not known */
              closest_city_name: string | null;
              /** @description Great-circle distance in kilometres from the centre of the cell */
              closest_city_distance_km: number | null;
              /** @description The closest of the primary cities of the same country; `null` where it has none */
              primary_city_id: string | null;
              /** @description In the language of `lang`, likewise */
              primary_city_name: string | null;
              /** @description Great-circle distance in kilometres from the centre of the cell */
              primary_city_distance_km: number | null;
              /** @description Metres above sea level at the centre of the cell, rounded; `null` where not known */
              altitude: number | null;
              /** @description The biome with the largest share; `null` where not known */
              main_biome: string | null;
              /** @description Shares of its area by the name of the biome, in percent, 100 in all (± 0.5); `{}` where not known */
              biome_percents: Record<string, number>;
              /** @description How many markers stand in the land now */
              markers_count: number;
            }[];
          };
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
         * @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. Example: `48.8566`
         * @example 48.8543
         */
        lat?: number;
        /**
         * @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. Example: `2.3522`
         * @example 2.3513
         */
        lng?: number;
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
           *           "altitude": 54,
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              countries: {
                /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
                id: string;
                /** @description In the language of `lang` */
                name: string;
                /** @enum {string} */
                continent:
                  | 'Africa'
                  | 'Antarctica'
                  | 'Asia'
                  | 'Europe'
                  | 'North America'
                  | 'Oceania'
                  | 'South America';
                population: number;
              }[];
              city: {
                /** @description Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
                id: string;
                /** @description ISO 3166-1 alpha-3 code of the country */
                country_id: string;
                /** @description In the language of `lang`; the default name where that is not known */
                name: string;
                /** @description `null` where not known */
                region_name: string | null;
                population: number;
                /** @description Degrees; `null` for the empty city */
                latlng: {
                  latitude: number;
                  longitude: number;
                } | null;
              };
              /** @description Great-circle distance of the city in kilometres, rounded to metres */
              city_distance_km: number | null;
              land: {
                /** @description H3 cell of resolution 8, in lower case */
                id: string;
                /** @description ISO 3166-1 alpha-3 code of the country */
                country_id: string;
                /** @description That of the closest city of the same country; `null` where there is none, or it has none */
                region_name: string | null;
                /** @description The closest of all cities, not necessarily in the same country */
                closest_city_id: string | null;
                /** @description In the language of `lang`; the default name where that is not known */
                closest_city_name: string | null;
                /** @description Great-circle distance in kilometres from the centre of the cell */
                closest_city_distance_km: number | null;
                /** @description The closest of the primary cities of the same country; `null` where it has none */
                primary_city_id: string | null;
                /** @description In the language of `lang`, likewise */
                primary_city_name: string | null;
                /** @description Great-circle distance in kilometres from the centre of the cell */
                primary_city_distance_km: number | null;
                /** @description Metres above sea level at the centre of the cell, rounded; `null` where not known */
                altitude: number | null;
                /** @description The biome with the largest share; `null` where not known */
                main_biome: string | null;
                /** @description Shares of its area by the name of the biome, in percent, 100 in all (± 0.5); `{}` where not known */
                biome_percents: Record<string, number>;
                /** @description How many markers stand in the land now */
                markers_count: number;
              } | null;
              /** @description IANA time zone of the city */
              time_zone: string | null;
            };
          };
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
  'locate.batch': {
    parameters: {
      query?: {
        /** @description Whether only primary entities are looked at: `true` or `false`, in any case. Example: `true` */
        primary_only?: boolean;
        /** @description Language of names: a BCP 47 tag, in any case, looked up as in RFC 4647 (`fr-CA` means `fr`), of one of these languages: en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el. Example: `fr` */
        lang?: string;
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
        'application/json': {
          /** @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. */
          land_id?: string;
          /** @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. */
          lat?: number;
          /** @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. */
          lng?: number;
        }[];
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
           *             "altitude": 54,
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: (
              | {
                  countries: {
                    /** @description ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo */
                    id: string;
                    /** @description In the language of `lang` */
                    name: string;
                    /** @enum {string} */
                    continent:
                      | 'Africa'
                      | 'Antarctica'
                      | 'Asia'
                      | 'Europe'
                      | 'North America'
                      | 'Oceania'
                      | 'South America';
                    population: number;
                  }[];
                  city: {
                    /** @description Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes. */
                    id: string;
                    /** @description ISO 3166-1 alpha-3 code of the country */
                    country_id: string;
                    /** @description In the language of `lang`; the default name where that is not known */
                    name: string;
                    /** @description `null` where not known */
                    region_name: string | null;
                    population: number;
                    /** @description Degrees; `null` for the empty city */
                    latlng: {
                      latitude: number;
                      longitude: number;
                    } | null;
                  };
                  /** @description Great-circle distance of the city in kilometres, rounded to metres */
                  city_distance_km: number | null;
                  land: {
                    /** @description H3 cell of resolution 8, in lower case */
                    id: string;
                    /** @description ISO 3166-1 alpha-3 code of the country */
                    country_id: string;
                    /** @description That of the closest city of the same country; `null` where there is none, or it has none */
                    region_name: string | null;
                    /** @description The closest of all cities, not necessarily in the same country */
                    closest_city_id: string | null;
                    /** @description In the language of `lang`; the default name where that is not known */
                    closest_city_name: string | null;
                    /** @description Great-circle distance in kilometres from the centre of the cell */
                    closest_city_distance_km: number | null;
                    /** @description The closest of the primary cities of the same country; `null` where it has none */
                    primary_city_id: string | null;
                    /** @description In the language of `lang`, likewise */
                    primary_city_name: string | null;
                    /** @description Great-circle distance in kilometres from the centre of the cell */
                    primary_city_distance_km: number | null;
                    /** @description Metres above sea level at the centre of the cell, rounded; `null` where not known */
                    altitude: number | null;
                    /** @description The biome with the largest share; `null` where not known */
                    main_biome: string | null;
                    /** @description Shares of its area by the name of the biome, in percent, 100 in all (± 0.5); `{}` where not known */
                    biome_percents: Record<string, number>;
                    /** @description How many markers stand in the land now */
                    markers_count: number;
                  } | null;
                  /** @description IANA time zone of the city */
                  time_zone: string | null;
                }
              | {
                  error: {
                    /** @description For programs; the text of `message` may change. */
                    code: string;
                    /** @description For people: what to do next. */
                    message: string;
                    /** @description One entry for every faulty parameter. */
                    details?: {
                      /** @description The faulty parameter. */
                      path: string;
                      /** @description What is accepted. */
                      message: string;
                    }[];
                    /** @description The same as in the header `X-Request-Id`; name it when reporting a fault. */
                    request_id: string;
                  };
                }
            )[];
          };
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
  'places.findByIds': {
    parameters: {
      query: {
        /**
         * @description Places: place ids, separated by commas, at most 500, none of them empty; blanks around one do not count, and one given twice is answered once. Example: `geonames-2988507`
         * @example [
         *       "geonames-2988507",
         *       "geonames-0"
         *     ]
         */
        place_ids: string[];
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description The same as that of its marker */
              id: string;
              /** @description The land that holds it: an H3 cell of resolution 8, in lower case */
              land_id: string;
              name: string;
              /** @description `null` where not known */
              subtitle: string | null;
              /** @description One of the categories under Data, or another one of an operator; `null` where not known */
              category: string | null;
              /** @description Degrees */
              latlng: {
                latitude: number;
                longitude: number;
              };
              /** @description `null` where not known */
              address: string | null;
              /** @description Addresses of photos; `[]` where none is known */
              photos: string[];
              /** @description From 0 to 1, the most popular; `null` where not known */
              popularity: number | null;
              /** @description From 0 to 5, the best; `null` where not known */
              rating: number | null;
              /** @description Its address; `null` where not known */
              website: string | null;
            }[];
            /** @description The asked ids that do not exist, in the order asked; absent if all exist. */
            missing?: string[];
          };
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
  'places.findByLocation': {
    parameters: {
      query?: {
        /**
         * @description A land, which stands for the centre of its cell; instead of `lat` and `lng`: a valid H3 cell of resolution 8, in upper or lower case. Example: `881fb46625fffff`
         * @example 881fb46625fffff
         */
        land_id?: string;
        /** @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. Example: `48.8566` */
        lat?: number;
        /** @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. Example: `2.3522` */
        lng?: number;
        /**
         * @description How many rings of lands around the centre land are wanted as well: an integer from 0 to 10. Example: `1`
         * @example 0
         */
        k?: number;
        /**
         * @description Only places of these categories, compared with `category` as it stands, so that case counts; one that no place has finds nothing: categories of at most 100 characters, separated by commas, at most 500, none of them empty; blanks around one do not count, and one given twice is answered once. Example: `airport,train_station`
         * @example [
         *       "capital"
         *     ]
         */
        categories?: string[];
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description The same as that of its marker */
              id: string;
              /** @description The land that holds it: an H3 cell of resolution 8, in lower case */
              land_id: string;
              name: string;
              /** @description `null` where not known */
              subtitle: string | null;
              /** @description One of the categories under Data, or another one of an operator; `null` where not known */
              category: string | null;
              /** @description Degrees */
              latlng: {
                latitude: number;
                longitude: number;
              };
              /** @description `null` where not known */
              address: string | null;
              /** @description Addresses of photos; `[]` where none is known */
              photos: string[];
              /** @description From 0 to 1, the most popular; `null` where not known */
              popularity: number | null;
              /** @description From 0 to 5, the best; `null` where not known */
              rating: number | null;
              /** @description Its address; `null` where not known */
              website: string | null;
            }[];
            /**
             * @description There is more than `data` holds; absent if there is not.
             * @enum {boolean}
             */
            truncated?: true;
          };
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
  'markers.findByRadius': {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, together with `lng`: a plain decimal number from -90 to 90. Example: `48.8566`
         * @example 48.85341
         */
        lat: number;
        /**
         * @description Longitude in degrees, together with `lat`: a plain decimal number from -180 to 180. Example: `2.3522`
         * @example 2.3488
         */
        lng: number;
        /**
         * @description Radius in metres: a plain decimal number above 0, at most 50000. Example: `1500`
         * @example 1
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @description That of its place */
              id: string;
              /** @description The H3 cell of resolution 8 that holds it */
              land_id: string;
              /** @description Degrees */
              latlng: {
                latitude: number;
                longitude: number;
              };
              /** @description Only there when `is_built` is true */
              icon?: number;
              /** @description Only there when `is_built` is true; empty for the default one */
              skin?: string;
              /** @description Whether its last build was for `season` */
              is_built: boolean;
            }[];
            /**
             * @description There is more than `data` holds; absent if there is not.
             * @enum {boolean}
             */
            truncated?: true;
          };
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
  'markers.update': {
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
        'application/json': {
          /** @description The marker, which has the id of its place: a text that is not empty. */
          id: string;
          /** @description The season in which it was built: an integer from 0 to 1000000. */
          season: number;
          /** @description The icon of what was built: an integer from 0 to 1000000. */
          icon: number;
          /**
           * @description The skin of what was built; the default one when absent or empty: a text of at most 64 characters.
           * @default
           */
          skin?: string;
        };
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
          };
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
  'markers.remove': {
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
        'application/json': {
          /** @description The marker, which has the id of its place: a text that is not empty. */
          id: string;
        };
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
          };
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
  data: {
    parameters: {
      query?: never;
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              resource: string;
              /** @description `null`: nothing is live, or it cannot be read */
              live: {
                /** @description The index that holds it */
                generation: string;
                /** @description When it went live, in ISO 8601 */
                since: string | null;
                /** @description Of the service that made it */
                version: string | null;
                /** @description How many are in it; one of lands is what up to 2,401 lands are made of */
                documents: number;
                /** @description How many its sources have */
                rows: number | null;
                /** @description What it was made from */
                sources: (
                  | {
                      /** @description That of a file, without its folder */
                      name: string;
                      bytes: number;
                      sha256: string;
                      /** @description True if it comes with the service */
                      built_in: boolean;
                    }
                  | {
                      /** @description That of another resource */
                      generation: string;
                    }
                )[];
              } | null;
              /** @description The share of documents with a name in a language; of countries and cities */
              languages?: Record<string, number>;
              /** @description Rows that could not be taken; `null` where not known */
              rejects: number | null;
            }[];
          };
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
  'health.live': {
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @enum {boolean} */
              live: true;
            };
          };
        };
      };
    };
  };
  'health.ready': {
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
          'application/json': {
            /** @enum {string} */
            status: 'ok';
            data: {
              /** @enum {boolean} */
              ready: true;
            };
          };
        };
      };
      503: components['responses']['Unavailable'];
    };
  };
}
