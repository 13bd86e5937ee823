import { PLACE_CATEGORIES } from '../../indices/placeCategories.js';
import { REQUEST_ID_RULE } from '../observe/accessLog.js';
import { failureRows } from './failures.js';

const CATEGORIES = Object.entries(PLACE_CATEGORIES)
  .map(([name, meaning]) => `\`${name}\` (${meaning})`)
  .join(', ');

/** The tags of the document in Markdown: first those for all routes, then one for each group of routes. */
export const TAGS: Readonly<Record<string, string>> = {
  Answers: `Every success has HTTP status 200 and the body \`{"status":"ok","data":…}\`. Further information stands beside \`data\`: \`missing\`, \`truncated\`, \`matched_names\`. The two marker writes answer \`{"status":"ok"}\`. Every failure has the body \`{"status":"error","error":{"code","message","details","request_id"}}\`:

| HTTP | \`error.code\` | when |
|---|---|---|
${failureRows()}

\`details\` is there if single parameters are faulty. Try again after 429 and 503. After any other failure, change the request first.

Answers may have more members in a later version. Ignore those that you do not know.`,

  Authentication: `Every route except \`/openapi.json\`, \`/docs\`, \`/health/…\` and the pages (\`/\`, \`/widget\`, \`/widget.js\`, \`/client.tgz\`, \`/explorer.json\`, \`/assets/…\`) needs the header \`Authorization: Bearer <ACCESS_TOKEN>\`. A token has the scope \`public\` or \`internal\`; everything under \`/places/\` and \`/markers/\` needs \`internal\`. The operator makes and revokes tokens, and they may expire. A revoked token is rejected within 5 seconds. Tokens are checked before parameters.`,
  Parameters: `- Every value is taken literally: an empty one is malformed, not absent. \`lat\`, \`lng\` and \`radius\` are numbers as in JSON, such as \`5.0E-4\`, but not \`0x10\`, \`+1\`, \`.5\` or with blanks. All other numbers are plain integers. Values are percent-encoded UTF-8; \`+\` stands for a blank.
- Lists (\`…_ids\`, \`types\`, \`categories\`, \`fields\`) are separated by commas, or the parameter is repeated. Any other parameter given more than once is a fault. All faulty parameters are reported at once.
- Unknown parameters are ignored, and named in the header \`X-Ignored-Params\`, so that a typing error shows.
- A location is either \`land_id\`, which stands for the centre of its cell, or both \`lat\` and \`lng\`. None, half a pair or both kinds at once are a fault.
- \`PUT\` takes a JSON object of at most 16 KiB as \`application/json\` in UTF-8. \`POST /locate\` takes a JSON array of 1 to 500 locations, of at most 64 KiB. \`POST …/findByIds\` takes \`{"ids":[…]}\` of at most 64 KiB, and is otherwise the same as its \`GET\`. Members have types of their own (\`"7"\` is not a number), and unknown ones are a fault. A faulty element of a batch is answered with its \`error\`, and does not fail the others. Parameters in the query string of a \`PUT\` are ignored, and named in \`X-Ignored-Params\`.
- Lists of ids count as they are sent: an id that is given twice counts twice towards the 500, and is answered once.`,

  Lookups: `- By ids: in the order asked. Well-formed ids that do not exist are left out of \`data\` and listed in \`missing\` beside it, which is there only if something is missing. With \`primary_only=true\` an id that is not primary counts as missing.
- By name: always an array. "Starts with" ignores case, accents and width, treats punctuation and runs of blanks alike, and does not count periods and commas: \`st louis\` finds St. Louis; \`saint d\`, \`SAINT-D\` and \`Saint‑D\` all find Saint-Denis; \`sao\` finds São Paulo; \`munchen\` finds München. Arabic and Persian letters, traditional and simplified Chinese, and hiragana and katakana are alike. Hangul is compared by its letters: \`서우\` finds 서울. The token is a prefix of the whole name, not of any word in it. A token with nothing left to compare, such as \`-\`, finds nothing.
- The match is on the name in the language of \`lang\`, so \`en\` and \`fr\` can find different things. A city without a name in that language is matched and shown by its default name.
- With \`match=fuzzy\`, and in \`/search\`, the match is on any word of a name in any language, in any order, with typing errors and by aliases. A region or country may follow, after a comma or as the last words: \`paris, tx\`. \`lat\` and \`lng\` raise what is near. \`matched_names\` beside \`data\` has the name that matched for each result, or \`null\` if it is the one shown. A token that resembles no name finds nothing.
- By location: borders are enlarged by 7.5 km, so that inaccurate data does no harm: a point 5 km outside always counts, a point 10 km outside never does. Countries whose own border holds the point come before those that are only nearby.
- Lands and places are looked up around a centre land, with \`k\` rings: 0 (and absent) is that land only, 1 is 7 lands, the centre and its neighbours, and so on, up to 10 (331 lands). Rings around a pentagon are shorter. Lands come ring by ring, the centre first; places by popularity, then id. What is not in the data is absent.
- Markers come by distance, nearest first. One answer holds at most 10,000 places or markers; \`"truncated":true\` stands beside \`data\` if there are more.
- Lists that take \`offset\` page without gaps or repeats while the data stays the same.
- Unknown values are \`null\`; \`{}\` for \`biome_percents\`, \`[]\` for \`photos\`.`,

  HTTP: `- \`HEAD\` works wherever \`GET\` does. \`OPTIONS\` names the methods of a path; preflights need no token.
- Every answer carries \`X-Request-Id\`: the id of the request if it is well-formed (${REQUEST_ID_RULE}), else a new one.
- Lookups, except of markers, have an \`ETag\`, and \`Cache-Control: private, max-age=…\` (a setting of the operator, 60 seconds by default). Send the tag as \`If-None-Match\`: if the answer is still the same, it is 304 without a body, whatever \`Cache-Control\` the request has. Markers, every \`POST\`, failures and \`/health\` are \`no-store\`.
- \`Cache-Status\` (RFC 9211) of a lookup shows whether the answer came from the service's cache (\`geographic-data; hit\`) or from Elasticsearch (\`geographic-data; fwd=miss\`).
- New data is seen within 2 seconds after it was promoted. No answer mixes two generations.
- Bodies of more than 1 KiB are compressed if the request sends \`Accept-Encoding\` (br, gzip, deflate).
- Pages of other origins may call the API and read its headers, as far as the operator allows their origin. By default all may; the development tokens are for pages of the API's own machine only.`,

  countries: `- Countries: the 249 entries of ISO 3166-1, and Kosovo (\`XKX\`). Primary are the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo: 197. Continents: Africa, Antarctica, Asia, Europe, North America, Oceania, South America.
- Every country has a border. The built-in borders are good to some hundred metres, and an answer follows them exactly. Territory without an ISO code of its own goes to the ISO country that claims it: Northern Cyprus to \`CYP\`, Somaliland to \`SOM\`, Akrotiri and Dhekelia to \`GBR\`. \`BES\`, \`BVT\`, \`CCK\`, \`CXR\`, \`GLP\`, \`GUF\`, \`MTQ\`, \`MYT\`, \`REU\`, \`SJM\` and \`TKL\` have borders of their own, and no other country holds them. Crimea is in \`UKR\` and Western Sahara in \`ESH\`, as in ISO 3166. East Jerusalem is in \`PSE\`.`,

  cities: `- The city of a location is the closest one in the countries that hold the point. If no country holds it, the nearby ones count. If there is no city at all, the answer is the empty city: \`{"id":"NO_CITY","country_id":"NO_COUNTRY","name":"","region_name":"","population":0,"latlng":null}\`.
- A city's id is its country's code, \`_\`, and its default name without blanks and commas. If cities of a country share that id, the most populous keeps it, and the others add \`_<region>\`, then \`_<source id>\`. An id belongs to its source record: it never changes when the data is ingested again.
- Primary cities: capitals, cities of at least 100,000 inhabitants (a setting of the ingestion), and the largest city of every primary country.`,

  search: `\`/search\` also finds regions: first-level divisions of countries, with \`latlng\`, where their largest city is, and \`bounds\`, the degrees around their cities. \`west\` is greater than \`east\` if the cities lie on both sides of ±180°. The \`id\` is the one that \`region_id\` of \`/cities/findByName\` takes.`,
  lands: `- A land is an H3 cell of resolution 8 whose centre lies in a country, or within 1.5 km of one. So every point in a country has a land, and so has the end of a pier. Its country is the one that holds its centre (the smaller one if borders overlap), else the nearest one. \`region_name\` is the region of the closest city of the same country. The closest city may be in another country; the primary city is the closest primary one of the same country. Distances are great-circle distances from the cell's centre, in kilometres. There are 198 million lands, unless an operator has restricted them to some countries. \`lang\` is the language of the names of cities and regions.
- \`altitude\` is in metres above sea level at the centre of the land, rounded. It is interpolated between built-in heights, each the mean of a cell of some 2.5 km. Half of all places are within 11 m, and nine of ten within 100 m. Towns in narrow valleys are up to 500 m too high, and summits some 1,000 m too low (2,500 m in the Himalaya). Large lakes are at their surface. \`biome_percents\` are shares of the land's area and come to 100, and \`main_biome\` has the largest share. The built-in names come from RESOLVE Ecoregions 2017: \`Tropical & Subtropical Moist Broadleaf Forests\`, \`Tropical & Subtropical Dry Broadleaf Forests\`, \`Tropical & Subtropical Coniferous Forests\`, \`Temperate Broadleaf & Mixed Forests\`, \`Temperate Conifer Forests\`, \`Boreal Forests/Taiga\`, \`Tropical & Subtropical Grasslands, Savannas & Shrublands\`, \`Temperate Grasslands, Savannas & Shrublands\`, \`Flooded Grasslands & Savannas\`, \`Montane Grasslands & Shrublands\`, \`Tundra\`, \`Mediterranean Forests, Woodlands & Scrub\`, \`Deserts & Xeric Shrublands\`, \`Mangroves\`, and \`Rock and Ice\`. An operator may bring others. A land that the heights count as sea, and whose biome is unknown, such as an atoll, has \`null\` and \`{}\`.
- \`markers_count\` of a land is the number of markers in it.`,

  locate: `All that is at a location, for one or many: countries, city, land and time zone.`,
  places: `- The built-in places are populated places of GeoNames, with the id \`geonames-<id>\` and a popularity by population, and points of interest, such as airports, stations and museums, whose ids start with their source. \`popularity\` is 0 to 1, \`rating\` 0 to 5.
- Categories of the built-in places: ${CATEGORIES}. An operator's own places may have others.`,

  markers: `- A marker is a light copy of a place for maps, with the same id. It is built in a season if its last build was made with that season: \`is_built\` is relative to the \`season\` asked, and a new season needs no update. \`icon\` and \`skin\` are there only if it is built.
- \`update\` on a marker built in the same season replaces icon and skin. With a newer season it builds for that season. An older season is rejected with 409. \`remove\` on a marker that is not built succeeds and changes nothing. The id of neither a marker nor a build is 404.
- Writes to one marker take effect one after the other: in the order in which they arrive at a process. A write that starts after another one was acknowledged comes after it, on any process. An acknowledged write is on disk, and every read that starts after it sees it, on any process. After a 503 the write may have been made, or not, or may still be made: send it again. A repeated write changes nothing, unless another write came in between.
- New data never changes what is built. A built marker whose place has moved moves with it. A built marker whose place has vanished is still shown, in the season of its last build and where it was built, until \`remove\` clears it. If the place comes back, so does what was built.`,

  data: `The live generation of every resource, and its sources.`,
  health: `\`/health/live\` shows whether the process runs, \`/health/ready\` whether it can answer lookups. After SIGTERM, a process is not ready. For a while it still accepts connections, closes each after its next answer (\`Connection: close\`), and finishes running requests.`,
};
