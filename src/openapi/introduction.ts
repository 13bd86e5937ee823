import { PLACE_CATEGORIES } from '../../indices/placeCategories.js';
import { REQUEST_ID_RULE } from '../observe/accessLog.js';
import { FAILURES } from './failures.js';

const CATEGORIES = Object.entries(PLACE_CATEGORIES)
  .map(([name, meaning]) => `\`${name}\` (${meaning})`)
  .join(', ');

/** Describes, in Markdown, all that holds for every route. */
export function introduction(): string {
  return `Countries, cities, lands (H3 cells), places and markers of the world for games and for autocompletion, over HTTP and JSON.

## Answers
Every success has HTTP status 200 and the body \`{"status":"ok","data":…}\`. Further information stands beside \`data\`: \`missing\`, \`truncated\`. The two marker writes answer \`{"status":"ok"}\`. Every failure has the body \`{"status":"error","error":{"code","message","details","request_id"}}\`:

| HTTP | \`error.code\` | when |
|---|---|---|
${FAILURES.map(({ example, when }) => `| ${example.status} | \`${example.code}\` | ${when} |`).join('\n')}

\`details\` is there when single parameters are at fault. Try again after 429 and 503; a request that met another failure will meet it again until it is changed.

## Authentication
Every route but \`/openapi.json\`, \`/docs\`, \`/health/…\` and the pages (\`/\`, \`/widget\`, \`/widget.js\`, \`/explorer.json\`, \`/assets/…\`) needs the header \`Authorization: Bearer <ACCESS_TOKEN>\`. A token has the scope \`public\` or \`internal\`; everything under \`/places/\` and \`/markers/\` needs \`internal\`. Tokens are made and revoked by the operator, and may expire; a revoked one is refused within 5 seconds. Tokens are checked before parameters.

## Parameters
- Every value is taken literally: an empty one is malformed, not absent. Numbers are plain decimals: digits, one \`-\` before and one \`.\` with digits after it where they make sense, but no \`1e3\`, \`0x10\`, \`+1\`, \`.5\` or blanks. Values are percent-encoded UTF-8; \`+\` stands for a blank.
- A parameter given more than once is a fault. All faulty parameters are reported at once.
- Unknown parameters are ignored, and named in the header \`X-Ignored-Params\`, so that a typing error shows.
- A location is either \`land_id\`, which stands for the centre of its cell, or both \`lat\` and \`lng\`. None, half a pair or both kinds at once are a fault.
- \`PUT\` takes a JSON object of at most 16 KiB as \`application/json\` in UTF-8; \`POST /locate\` takes a JSON array of 1 to 500 locations, of at most 64 KiB. Its members are of their own types (\`"7"\` is no number), and unknown ones are a fault. An element of a batch that is faulty is answered with its \`error\`, and does not fail the others. Parameters in the query string of a \`PUT\` are ignored, and named in \`X-Ignored-Params\`.
- Lists of ids count as they are sent: one that is given twice counts twice towards the 500, and is answered once.

## Lookups
- By ids: in the order asked. Well-formed ids that do not exist are left out of \`data\` and listed in \`missing\` beside it, which is there only when something is missing. With \`primary_only=true\` an id that is not primary counts as missing.
- By name: always an array. "Starts with" ignores case, accents and width, takes hyphens, apostrophes and runs of blanks as the same, and does not count periods and commas: \`st louis\` finds St. Louis; \`saint d\`, \`SAINT-D\` and \`Saint‑D\` all find Saint-Denis; \`sao\` finds São Paulo; \`munchen\` finds München. It is a prefix of the whole name, not of any word in it. A token of which nothing is left to compare, such as \`-\`, finds nothing.
- The match is on the name in the language of \`lang\`, so \`en\` and \`fr\` can find different things.
- By location: borders are enlarged by 7.5 km, so that inaccuracies of the data do no harm: a point 5 km outside always counts, one 10 km outside never does. Countries whose own border holds the point come before those that are only near it.
- The city of a location is the closest one in the countries that hold the point; only where none does, those near it count. Where there is none at all, it is the empty city: \`{"id":"NO_CITY","country_id":"NO_COUNTRY","name":"","region_name":"","population":0,"latlng":null}\`.
- Cities without a name in the language asked are matched and shown by their default name.
- Lands and places are asked for around a centre land, with \`k\` rings: 0 (and absent) is that land only, 1 the 7 lands that it and its neighbours are, 2 those and all lands adjacent to them, up to 10 (331 lands). Rings around a pentagon are shorter. Lands come ring by ring, the centre first; places by popularity, then id. What is not in the data is simply absent.
- \`markers_count\` of a land is the number of markers that stand in it now.
- Markers come by distance, nearest first. Places and markers are at most 10,000 in one answer; \`"truncated":true\` stands beside \`data\` when there are more.
- Lists that take \`offset\` page without gaps or repeats while the data stays the same.

## Markers
- A marker is a place reduced to what a map needs, with the same id. It is built in a season when its last build was made with that season: \`is_built\` is relative to the \`season\` asked, and a new season needs no update. \`icon\` and \`skin\` are there only when it is built.
- \`update\` on a marker built in the same season replaces icon and skin; with a newer season it builds for that one; an older season is refused with 409. \`remove\` on a marker that is not built succeeds and changes nothing. An unknown id is 404.
- Writes to one marker take effect one after the other: in the order in which they arrive at a process, and each that starts after another one was acknowledged comes after it, whichever process takes it. An acknowledged write is on disk, and every read that starts after it sees it, on any process. A write that was answered with 503 may have been made, or not, or may still be: send it again, for a write that is repeated changes nothing unless another one came in between.
- New data never changes a built state. A built marker whose place has gone stays until it is built no more.

## Data
- Countries: the 249 entries of ISO 3166-1, and Kosovo (\`XKX\`). Primary are the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo: 197. Continents: Africa, Antarctica, Asia, Europe, North America, Oceania, South America.
- Every country has a border. Territory that the source (Natural Earth) draws without a country goes to the ISO country that claims it: Northern Cyprus to \`CYP\`, Somaliland to \`SOM\`, Akrotiri and Dhekelia to \`GBR\`. \`BES\`, \`BVT\`, \`CCK\`, \`CXR\`, \`GLP\`, \`GUF\`, \`MTQ\`, \`MYT\`, \`REU\`, \`SJM\` and \`TKL\` have borders of their own, and nobody else holds them; Crimea is in \`UKR\` and Western Sahara in \`ESH\`, as in ISO 3166. What is too small to be drawn has a border around its known point.
- A city's id is its country's code, \`_\`, and its default name without blanks and commas. Of cities of a country that would share one, the most populous keeps it; the others add \`_<region>\`, then \`_<source id>\`. An id belongs to its source record: it never changes when the data is ingested again.
- Primary cities: capitals, cities of at least 100,000 inhabitants (a setting of the ingestion), and the largest city of every primary country.
- A land is an H3 cell of resolution 8 that touches a country. Its country is the one that holds its centre (the smaller one where borders overlap), else the nearest of those that it touches. \`region_name\` is that of the closest city of the same country. The closest city may be in another country; the primary city is the closest primary one of the same country. Distances are great-circle ones from the cell's centre, in kilometres. Every cell whose centre lies in a country is a land, 196 million in all, unless an operator has restricted them to some countries. \`lang\` is the language of the cities' names.
- \`altitude\` is in metres above sea level at the centre of the land, rounded; the built-in heights are those of cells of about 5 km, so that steep valleys and peaks are evened out. \`biome_percents\` are shares of the land's area and come to 100, and \`main_biome\` has the largest one. The built-in names are those of RESOLVE Ecoregions 2017, \`Tropical & Subtropical Moist Broadleaf Forests\`, \`Tropical & Subtropical Dry Broadleaf Forests\`, \`Tropical & Subtropical Coniferous Forests\`, \`Temperate Broadleaf & Mixed Forests\`, \`Temperate Conifer Forests\`, \`Boreal Forests/Taiga\`, \`Tropical & Subtropical Grasslands, Savannas & Shrublands\`, \`Temperate Grasslands, Savannas & Shrublands\`, \`Flooded Grasslands & Savannas\`, \`Montane Grasslands & Shrublands\`, \`Tundra\`, \`Mediterranean Forests, Woodlands & Scrub\`, \`Deserts & Xeric Shrublands\`, \`Mangroves\`, and \`Rock and Ice\`; an operator may bring others. Lands over what the heights have as sea, and of which no biome is known, such as atolls, say \`null\` and \`{}\`.
- The built-in places are populated places of GeoNames, with the id \`geonames-<id>\` and a popularity by their inhabitants, and points of interest, such as airports, stations and museums, whose ids begin with their source. \`popularity\` is 0 to 1, \`rating\` 0 to 5.
- Categories of the built-in places: ${CATEGORIES}. An operator's own places may have others.
- What is not known is \`null\`; \`{}\` for \`biome_percents\`, \`[]\` for \`photos\`.

## HTTP
- \`HEAD\` works wherever \`GET\` does. \`OPTIONS\` names the methods of a path. Both, and preflights of other origins, follow the same paths as \`GET\`; preflights need no token.
- Every answer carries \`X-Request-Id\`: that of the request if it is well-formed (${REQUEST_ID_RULE}), else a new one.
- Lookups of countries, cities and places bear an \`ETag\`, and \`Cache-Control: private, max-age=…\` (as the operator sets it, 60 seconds by default); those of lands and \`GET /locate\` an \`ETag\` and \`private, no-cache\`, because \`markers_count\` is that of now, and so does \`/data\`. Send the tag as \`If-None-Match\`: where the answer is still the same, it is 304 without a body. Markers, \`POST /locate\`, failures and \`/health\` are \`no-store\`.
- Every answer of a lookup says in \`Cache-Status\` (RFC 9211) whether the service had kept it (\`geographic-data; hit\`), or asked Elasticsearch (\`geographic-data; fwd=miss\`).
- New data is seen within 2 seconds after it went live, in every answer whole: none is made of two generations.
- Bodies of more than 1 KiB are compressed for those who send \`Accept-Encoding\` (br, gzip, deflate).
- Pages of other origins may call the API and read its headers, as far as the operator allows their origin. By default all may; the development tokens are for pages of the API's own machine only.
- \`/health/live\` and \`/health/ready\` tell whether the process runs, and whether it can answer lookups. A process that is told to stop is not ready from then on; for a while it still takes connections, closes each after its next answer (\`Connection: close\`), and finishes what runs.`;
}
