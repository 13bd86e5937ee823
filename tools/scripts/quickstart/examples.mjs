const EXAMPLES = [
  ['what a person types', '/search?token=paris%20tx&limit=3'],
  ['a name, while it is typed', '/cities/findByName?token=saint-d&limit=3'],
  [
    'a name in any language, shown in the language of the page',
    '/cities/findByName?token=Londres&any_name=true&limit=1',
  ],
  ['a name in Japanese', '/cities/findByName?token=%E6%9D%B1%E4%BA%AC&lang=ja&limit=1'],
  ['the closest city in the same country', '/cities/findByLocation?lat=48.8566&lng=2.3522'],
  ['the countries here and nearby', '/countries/findByLocation?lat=46.2044&lng=6.1432&lang=fr'],
  ['countries by name, in Russian', '/countries/findByName?token=%D0%A0&lang=ru'],
  ['the cities of countries', '/cities/findByCountries?country_ids=FRA,DEU&limit=3'],
  ['the land here and its neighbours', '/lands/findByLocation?lat=48.8566&lng=2.3522&k=1'],
  ['the places around', '/places/findByLocation?lat=48.8566&lng=2.3522&k=10'],
  ['the markers around', '/markers/findByRadius?lat=48.8566&lng=2.3522&radius=5000&season=7'],
];

const BUILD = JSON.stringify({ id: 'geonames-2988507', season: 7, icon: 12, skin: 'gold' });

/**
 * Returns the addresses to open.
 * @param pages true if the API serves the explorer
 */
export function describeAddresses({ address, pages }) {
  return [
    ...(pages ? [`Open ${address}/ to explore the data on a map`] : []),
    `The API answers at ${address}`,
    `Documentation to try out: ${address}/docs (token: dev-internal)`,
  ].join('\n');
}

/** Returns the addresses, and the commands to paste next. */
export function describeApi({ address, pages }) {
  const lines = EXAMPLES.map(
    ([what, path]) => `# ${what}\n${curl(tokenFor(path))} '${address}${path}'`,
  );
  return [
    describeAddresses({ address, pages }),
    '',
    '# access tokens, and what is live',
    'npm run tokens -- list',
    'npm run ingest -- status',
    ...lines,
    '# build on a marker, which the line above then shows',
    `${curl('dev-internal')} -X PUT -H 'Content-Type: application/json' -d '${BUILD}' '${address}/markers/update'`,
  ].join('\n');
}

function curl(token) {
  return `curl -s -H 'Authorization: Bearer ${token}'`;
}

function tokenFor(path) {
  return /^\/(?:places|markers)\//.test(path) ? 'dev-internal' : 'dev-public';
}
