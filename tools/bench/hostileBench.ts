import { cityResource } from '../../ingest/cities/resource.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { countryCodes } from '../../ingest/sources/iso/codes.js';
import { markers } from '../../indices/markers.js';
import type { Bench } from './bench.js';
import { ingest, someCities } from './data.js';
import { measureHostile } from './hostile.js';
import { makeMarkers } from './markers.js';
import { measureOverload } from './overload.js';
import { withProcesses } from './session.js';
import { append, createLive } from './store.js';
import { take } from './traffic/repeats.js';

/** Measures a light client beside loads that would starve it. */
export async function hostile(bench: Bench, seconds: number): Promise<void> {
  await ingest(bench, countryResource());
  await ingest(bench, cityResource(someCities(bench.extent)));
  console.log('Storing markers.');
  await append(bench, await createLive(bench, markers), take(makeMarkers(), bench.extent.markers));
  const countryIds = countryCodes().map(({ id }) => id);
  await withProcesses(bench, async (processes) => {
    const table = await measureHostile(await processes.api(), countryIds, seconds, bench.signal);
    console.log(`\n${table}\n`);
    console.log(`${await measureOverload(await processes.api(), seconds, bench.signal)}\n`);
  });
}
