import { REQUEST_ID_RULE } from '../requestLog.js';
import { FAILURES } from './failures.js';

/** What holds for every route; Markdown. */
export function introduction(): string {
  return `Countries and cities of the world for games and for autocompletion, over HTTP and JSON.

## Answers
Every success has HTTP status 200 and the body \`{"status":"ok","data":…}\`. Further information stands beside \`data\`, such as \`missing\`. Every failure has the body \`{"status":"error","error":{"code","message","details","request_id"}}\`:

| HTTP | \`error.code\` | when |
|---|---|---|
${FAILURES.map(({ example, when }) => `| ${example.status} | \`${example.code}\` | ${when} |`).join('\n')}

\`details\` is there when single parameters are at fault. Try again after 429 and 503; a request that met another failure will meet it again until it is changed.

## Authentication
Every route but \`/openapi.json\`, \`/docs\` and \`/health/…\` needs the header \`Authorization: Bearer <ACCESS_TOKEN>\`. A token has the scope \`public\` or \`internal\`; everything under \`/places/\` and \`/markers/\` needs \`internal\`. Tokens are made and revoked by the operator, and may expire; a revoked one is refused within 5 seconds. Tokens are checked before parameters.

## Parameters
- Every value is taken literally: an empty one is malformed, not absent. Numbers are plain decimals: digits, one \`-\` before and one \`.\` with digits after it where they make sense, but no \`1e3\`, \`0x10\`, \`+1\`, \`.5\` or blanks. Values are percent-encoded UTF-8; \`+\` stands for a blank.
- A parameter given more than once is a fault. All faulty parameters are reported at once.
- Unknown parameters are ignored, and named in the header \`X-Ignored-Params\`, so that a typing error shows.
- A location is either \`land_id\`, which stands for the centre of its cell, or both \`lat\` and \`lng\`. None, half a pair or both kinds at once are a fault.
- Lists of ids count as they are sent: one that is given twice counts twice towards the 500, and is answered once.

## Lookups
- By ids: in the order asked. Well-formed ids that do not exist are left out of \`data\` and listed in \`missing\` beside it, which is there only when something is missing. With \`primary_only=true\` an id that is not primary counts as missing.
- By name: always an array. "Starts with" ignores case, accents and width, takes hyphens, apostrophes and runs of blanks as the same, and does not count periods and commas: \`st louis\` finds St. Louis; \`saint d\`, \`SAINT-D\` and \`Saint‑D\` all find Saint-Denis; \`sao\` finds São Paulo; \`munchen\` finds München. It is a prefix of the whole name, not of any word in it. A token of which nothing is left to compare, such as \`-\`, finds nothing.
- The match is on the name in the language of \`lang\`, so \`en\` and \`fr\` can find different things.
- By location: borders are enlarged by 7.5 km, so that inaccuracies of the data do no harm: a point 5 km outside always counts, one 10 km outside never does. Countries whose own border holds the point come before those that are only near it.
- The city of a location is the closest one in the countries that hold the point; only where none does, those near it count. Where there is none at all, it is the empty city: \`{"id":"NO_CITY","country_id":"NO_COUNTRY","name":"","region_name":"","population":0,"latlng":null}\`.
- Cities without a name in the language asked are matched and shown by their default name.
- Lists that take \`offset\` page without gaps or repeats while the data stays the same.

## Data
- Countries: the 249 entries of ISO 3166-1, and Kosovo (\`XKX\`). Primary are the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo: 197. Continents: Africa, Antarctica, Asia, Europe, North America, Oceania, South America.
- Every country has a border. Territory that the source (Natural Earth) draws without a country goes to the ISO country that claims it: Northern Cyprus to \`CYP\`, Somaliland to \`SOM\`, Akrotiri and Dhekelia to \`GBR\`. \`BES\`, \`BVT\`, \`CCK\`, \`CXR\`, \`GLP\`, \`GUF\`, \`MTQ\`, \`MYT\`, \`REU\`, \`SJM\` and \`TKL\` have borders of their own, and nobody else holds them; Crimea is in \`UKR\` and Western Sahara in \`ESH\`, as in ISO 3166. What is too small to be drawn has a border around its known point.
- A city's id is its country's code, \`_\`, and its default name without blanks and commas. Of cities of a country that would share one, the most populous keeps it; the others add \`_<region>\`, then \`_<source id>\`. An id belongs to its source record: it never changes when the data is ingested again.
- Primary cities: capitals, cities of at least 100,000 inhabitants (a setting of the ingestion), and the largest city of every primary country.
- What is not known is \`null\`.

## HTTP
- \`HEAD\` works wherever \`GET\` does. \`OPTIONS\` names the methods of a path. Both, and preflights of other origins, follow the same paths as \`GET\`; preflights need no token.
- Every answer carries \`X-Request-Id\`: that of the request if it is well-formed (${REQUEST_ID_RULE}), else a new one.
- Bodies of more than 1 KiB are compressed for those who send \`Accept-Encoding\` (br, gzip, deflate).
- Pages of other origins may call the API and read its headers, as far as the operator allows their origin.
- \`/health/live\` and \`/health/ready\` tell whether the process runs, and whether it can answer lookups.`;
}
