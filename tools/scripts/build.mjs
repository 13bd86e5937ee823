/** `npm run build`: compiles what has changed. It also runs before every other command. */
import { existsSync } from 'node:fs';
import { build, compiler } from './install.mjs';

if (!existsSync(compiler)) {
  console.error(
    'The dependencies are not installed. Run `npm ci --include=dev`, or `npm run quickstart`, which installs them, too.',
  );
  process.exit(1);
}
await build();
