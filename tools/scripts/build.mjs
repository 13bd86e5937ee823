/**
 * `npm run build`: compiles what has changed. It also runs before every other command. With `with-tests`, first installs
 * what only tests and benches need.
 */
import { existsSync } from 'node:fs';
import { build, compiler, installIfNeeded } from './install.mjs';

if (!existsSync(compiler)) {
  console.error(
    'The dependencies are not installed. Run `npm ci`, or `npm run quickstart`, which installs them, too.',
  );
  process.exit(1);
}
if (process.argv.includes('with-tests')) await installIfNeeded(true);
await build();
