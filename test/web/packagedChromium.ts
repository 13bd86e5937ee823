import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = dirname(
  dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))),
);
/** Beside what is packed, so that another version of the package never finds it. */
const UNPACKED = join(PACKAGE, 'unpacked');

/** Where the browser of the package is, and the libraries that a bare system may lack. */
export interface PackagedChromium {
  readonly path: string;
  readonly libraries: string;
}

/** Unpacks the browser of `@sparticuz/chromium`, if nobody has done it before. */
export async function packagedChromium(): Promise<PackagedChromium> {
  if (!existsSync(UNPACKED)) await unpack();
  return { path: join(UNPACKED, 'chromium'), libraries: join(UNPACKED, 'al2023/lib') };
}

/** Puts all in place at once: another file of tests may ask for it meanwhile. */
async function unpack(): Promise<void> {
  const partial = await mkdtemp(`${UNPACKED}-`);
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: PACKAGE,
    // It unpacks into the folder for temporary files, and its libraries on Amazon's Linux only.
    env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  try {
    await rename(partial, UNPACKED);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(UNPACKED)) throw error;
  }
}
