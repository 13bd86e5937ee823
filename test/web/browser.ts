import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { packagedChromium } from './packagedChromium.js';

const INSTALLED_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const ARGS = [
  // Maps are drawn without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Pages need nothing but this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

type Candidate = () => Promise<LaunchOptions> | LaunchOptions;

/**
 * Starts a headless Chromium: that of CHROMIUM_PATH, else an installed one, else the one that comes
 * with `@sparticuz/chromium`. It ends with `close()`, and with this process at the latest.
 *
 * @throws {Error} that tells what to install when none starts.
 */
export async function startBrowser(): Promise<Browser> {
  const reasons: string[] = [];
  for (const candidate of candidates()) {
    try {
      return await chromium.launch({ args: ARGS, ...(await candidate()) });
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `No Chromium could be started. Install one (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH to its program.\n${reasons.join('\n')}`,
  );
}

function candidates(): Candidate[] {
  const { CHROMIUM_PATH: path } = process.env;
  if (path !== undefined && path !== '') return [() => ({ executablePath: path })];
  return [
    ...INSTALLED_NAMES.flatMap(installed).map((found) => () => ({ executablePath: found })),
    // Chrome where its own installer puts it.
    ...(process.platform === 'linux' ? [] : [() => ({ channel: 'chrome' })]),
    async () => ({ executablePath: (await packagedChromium()).path }),
    withOwnLibraries,
  ];
}

/** For a system without the libraries that Chromium needs, such as a bare container. */
async function withOwnLibraries(): Promise<LaunchOptions> {
  const { path, libraries } = await packagedChromium();
  return { executablePath: path, env: { ...process.env, LD_LIBRARY_PATH: libraries } };
}

function installed(name: string): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter(isProgram)
    .slice(0, 1);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Closes all pages of a browser, with their caches. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
