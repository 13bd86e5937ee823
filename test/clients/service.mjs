import { ensureBuilds } from '../../dist/ingest/markers/builds.js';
import { builtInCities } from '../../dist/ingest/cities/builtIn.js';
import { builtInPlaces } from '../../dist/ingest/places/builtIn.js';
import { cityResource } from '../../dist/ingest/cities/resource.js';
import { countryResource } from '../../dist/ingest/countries/resource.js';
import { ingest } from '../../dist/tools/bench/data.js';
import { JOBS } from '../../dist/ingest/runs/jobs.js';
import { landResource } from '../../dist/ingest/lands/resource.js';
import { placeResource } from '../../dist/ingest/places/resource.js';
import { silentProgress as progress } from '../../dist/core/cli/progress.js';

const COUNTRIES = ['LU', 'MC'];
/** Degrees around Luxembourg. */
const BOUNDS = { south: 49.4, north: 50.2, west: 5.7, east: 6.6 };

/** Ingests all countries, and the built-in cities, regions, lands, places and markers of one small country. */
export async function ingestLuxembourg(bench) {
  await ingest(bench, await countryResource());
  const cities = builtInCities();
  const rows = cities.rows().filter(({ countryCode }) => COUNTRIES.includes(countryCode));
  await ingest(bench, cityResource({ ...cities, expectedRows: rows.length, rows: () => rows }));
  await ingest(bench, await JOBS.regions(bench, {}));
  await ingest(bench, await landResource(bench, { countries: ['LUX'] }));
  const places = builtInPlaces();
  async function* nearby() {
    for await (const row of places.rows()) if (isNearby(row.cells)) yield row;
  }
  await ingest(bench, placeResource({ ...places, rows: nearby }));
  await ensureBuilds(bench, { progress });
  await ingest(bench, await JOBS.markers(bench, {}));
}

function isNearby({ latitude, longitude }) {
  const { south, north, west, east } = BOUNDS;
  return latitude > south && latitude < north && longitude > west && longitude < east;
}
