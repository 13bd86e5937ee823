import { provideWorld } from './world.mjs';

/** Runs once before the suites that need all built-in data. */
export default function setup() {
  return provideWorld('whole', async () => {
    const { JOBS } = await import('../../../dist/ingest/runs/jobs.js');
    return JOBS;
  });
}
