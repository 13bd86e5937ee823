/** `npm run quickstart`: from a fresh clone to an API that answers, in one command. */
import { installIfNeeded, build } from './install.mjs';

await installIfNeeded();
await build();
// Only now is there anything to import.
const { quickstart } = await import('./quickstart/run.mjs');
await quickstart();
