import { smallWorldJobs } from './smallWorldJobs.mjs';
import { provideWorld } from './world.mjs';

/** Runs once before the suites that need some real countries, cities, lands, places and markers. */
export default function setup() {
  return provideWorld('small', smallWorldJobs);
}
