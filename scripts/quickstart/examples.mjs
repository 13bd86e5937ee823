const EXAMPLES = [
  ['a name, while it is typed', '/cities/findByName?token=saint-d&limit=3'],
  ['the closest city in the same country', '/cities/findByLocation?lat=48.8566&lng=2.3522'],
  ['the countries here and nearby', '/countries/findByLocation?lat=46.2044&lng=6.1432&lang=fr'],
  ['countries by name, in Japanese', '/countries/findByName?token=%E3%83%95&lang=ja'],
  ['the cities of countries', '/cities/findByCountries?country_ids=FRA,DEU&limit=3'],
];

/** What a person pastes next. */
export function describeApi(address) {
  const lines = EXAMPLES.map(
    ([what, path]) =>
      `# ${what}\ncurl -s -H 'Authorization: Bearer dev-public' '${address}${path}'`,
  );
  return [
    `The API answers at ${address}`,
    `Documentation to try out: ${address}/docs (token: dev-public)`,
    '',
    ...lines,
  ].join('\n');
}
