import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cellToLatLng, greatCircleDistance, UNITS } from 'h3-js';

/**
 * The countries of the small world, and what each is for: an enclave around a single point (Vatican City) and exclaves (of
 * Germany, Italy and Spain); ±180° (Fiji, Russia, the United States); a pole, and no cities (Antarctica); a long straight
 * border (Canada); namesakes (the United States, the United Kingdom); scripts (Egypt, Japan, Russia); city-states (Monaco,
 * Gibraltar, which is not primary).
 */
const COUNTRIES = ['ATA', 'CAN', 'CHE', 'DEU', 'EGY', 'ESP', 'FJI', 'FRA', 'GBR', 'GIB', 'ITA', 'JPN', 'MCO', 'RUS', 'USA', 'VAT']; // prettier-ignore

/** Smaller cities are left out, but for those of the names below and those around the places of the lands. */
const MINIMUM_POPULATION = 30_000;

/** All cities of these names, or whose names begin so, are there. */
const NAMES =
  /^(Paris|Springfield|York|Wilson|Troy|Saint-Sulpice|Saint-Denis|Imperial Beach|Egvekinot|Bilibino|Provideniya|Savusavu|Kehl|L'Aquila|Halle)/;

/** The groups of lands are those within RADIUS_KM of these places. */
const PLACES = [
  ['Geneva', 46.2044, 6.1432],
  ['Paris', 48.8566, 2.3522],
  ['Monaco', 43.7405, 7.4283],
  ['Rome', 41.9034, 12.4534],
  ['Munich', 48.137, 11.575],
  ['Tokyo', 35.68, 139.69],
  ['Dallas', 32.78, -96.8],
  ['Taveuni', -16.8, 180],
  ['the South Pole', -90, 0],
  ['Chukotka', 66.3, 179.5],
  ['the 49th parallel', 49, -110],
  ['London', 51.5074, -0.1278],
  ['Cairo', 30.0444, 31.2357],
  ['Llívia', 42.464, 1.98],
  ['Ceuta', 35.889, -5.32],
  ['Seoul', 37.5665, 126.978],
  ['Gibraltar', 36.14, -5.35],
  ['Springfield', 39.8, -89.65],
  ['Vancouver', 49.2827, -123.1207],
  ['Moscow', 55.7558, 37.6173],
].map(([, latitude, longitude]) => [latitude, longitude]);

const RADIUS_KM = 60;
const MAX_POINTS = 4_000;

const isNear = ({ latitude, longitude }) =>
  PLACES.some((place) => greatCircleDistance(place, [latitude, longitude], UNITS.km) <= RADIUS_KM);

/** Returns jobs that ingest a part of the built-in data: some 6,000 cities and 5,000 places, and the lands around twenty places. */
export async function smallWorldJobs() {
  const { jobsOf } = await import('../../../dist/ingest/runs/jobs.js');
  const { builtInCities } = await import('../../../dist/ingest/cities/builtIn.js');
  const { builtInPlaces } = await import('../../../dist/ingest/places/builtIn.js');
  const { builtInCountries } = await import('../../../dist/ingest/countries/documents.js');
  const { builtInOwners } = await import('../../../dist/ingest/lands/ownersFile.js');
  const { countriesBy } = await import('../../../dist/ingest/reference/iso.js');
  const ids = new Set(COUNTRIES);
  const alpha2 = new Set(COUNTRIES.map((id) => countriesBy('id').get(id).alpha2));
  const isChosen = (city) =>
    alpha2.has(city.countryCode) &&
    (city.population >= MINIMUM_POPULATION ||
      NAMES.test(city.name) ||
      city.capital ||
      isNear(city));

  const cities = () => {
    const source = builtInCities();
    return { ...source, expectedRows: undefined, rows: () => source.rows().filter(isChosen) };
  };
  return withThisFilter(
    jobsOf({
      countries: () => builtInCountries().filter(({ code }) => ids.has(code.id)),
      cities,
      places: () => ({
        ...builtInPlaces(),
        expectedRows: undefined,
        rows: () => placesOf(builtInPlaces()),
      }),
      lands: {
        countries: COUNTRIES,
        owners: () => {
          const cells = [...builtInOwners()].filter(({ id }) => {
            const [latitude, longitude] = cellToLatLng(id);
            return isNear({ latitude, longitude });
          });
          return { count: cells.length, [Symbol.iterator]: () => cells.values() };
        },
      },
    }),
  );
}

/** Makes this file one of the inputs of the data, so that another filter makes other data. */
function withThisFilter(jobs) {
  const filter = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex');
  const made = Object.entries(jobs).map(([name, job]) => [
    name,
    async (...given) => {
      const resource = await job(...given);
      return { ...resource, recipe: { ...resource.recipe, filter } };
    },
  ]);
  return Object.fromEntries(made);
}

/** Reads places around the places of the lands. */
async function* placesOf(source) {
  let points = 0;
  for await (const row of source.rows()) {
    if (!isNear(row.cells)) continue;
    const isPoint = !row.cells.id.startsWith('geonames-');
    if (isPoint && points >= MAX_POINTS) continue;
    if (isPoint) points += 1;
    yield row;
  }
}
