/** `npm run quickstart`: from a fresh clone to a running API in one command. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder } from './install.mjs';
import { mayStart } from './quickstart/arguments.mjs';

const settings = join(projectFolder, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

if (mayStart(process.argv.slice(2), process.env)) {
  await installIfNeeded();
  console.log('Compiling.');
  await build();
  // It imports what the build has compiled.
  const { quickstart } = await import('./quickstart/run.mjs');
  await quickstart();
}
