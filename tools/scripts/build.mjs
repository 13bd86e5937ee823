/** `npm run build`, which comes before every other command, too: compiles what has changed. */
import { existsSync } from 'node:fs';
import { build, compiler } from './install.mjs';

if (!existsSync(compiler)) {
  console.error(
    'The dependencies are not installed: run `npm ci --include=dev`, or `npm run quickstart`, which does it, too.',
  );
  process.exit(1);
}
await build();
