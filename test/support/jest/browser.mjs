import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ARGS = [
  // Maps are drawn without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Without one, the processor composes pages in half of the time without OpenGL.
  '--disable-gpu-compositing',
  // Pages need nothing but this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const FIREFOX = '/usr/bin/firefox-esr';

const START = { chromium: startChromium, firefox: startFirefox };

/**
 * Lets all test files use one browser, which is started for the first of them. A GET of `/chromium` or `/firefox` at
 * TEST_BROWSERS returns its WebSocket endpoint. The browsers end with this process at the latest.
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export async function provideBrowsers() {
  const started = {};
  const server = createServer(async ({ url }, response) => {
    const name = url.slice(1);
    try {
      started[name] ??= START[name]();
      response.end((await started[name]).wsEndpoint());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env.TEST_BROWSERS = `http://127.0.0.1:${server.address().port}`;
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      const settled = await Promise.allSettled(Object.values(started));
      await Promise.all(settled.map(({ value }) => value?.close()));
    },
  };
}

/**
 * Starts a headless Chromium: that of CHROMIUM_PATH, else the one of `@sparticuz/chromium` on Linux, else an
 * installed Chrome.
 * @throws {Error} that says what to install if none starts
 */
async function startChromium() {
  const { chromium } = await import('playwright-core');
  const reasons = [];
  for (const candidate of candidates()) {
    try {
      return await chromium.launchServer({ args: ARGS, ...(await candidate()) });
    } catch (error) {
      reasons.push(error.message);
    }
  }
  throw new Error(
    `No Chromium could be started. Install Chrome, or set CHROMIUM_PATH to the program of another Chromium.\n${reasons.join('\n')}`,
  );
}

/** Starts Firefox ESR. Playwright speaks WebDriver BiDi with it; later versions need commands that this Firefox lacks. */
async function startFirefox() {
  const { firefox } = await import('playwright-core');
  try {
    return await firefox.launchServer({
      channel: 'moz-firefox',
      executablePath: FIREFOX,
      // A display of Xvfb has no mouse (2 + 4: a fine pointer that can hover).
      firefoxUserPrefs: { 'ui.primaryPointerCapabilities': 6, 'ui.prefersReducedMotion': 1 },
    });
  } catch (cause) {
    throw new Error(`${FIREFOX} could not be started. Install the package firefox-esr.`, { cause });
  }
}

/** @returns {(() => Promise<import('playwright-core').LaunchOptions> | import('playwright-core').LaunchOptions)[]} */
function candidates() {
  const { CHROMIUM_PATH: path } = process.env;
  if (path) return [() => ({ executablePath: path })];
  if (process.platform !== 'linux') return [() => ({ channel: 'chrome' })];
  return [
    async () => ({ executablePath: join(await unpacked(), 'chromium') }),
    // For a system without the libraries that Chromium needs, such as a bare container.
    async () => {
      const folder = await unpacked();
      const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
      return { executablePath: join(folder, 'chromium'), env };
    },
    () => ({ channel: 'chrome' }),
  ];
}

const { resolve } = createRequire(import.meta.url);

/** Unpacks `@sparticuz/chromium` once, beside the package so that another version never finds it. */
async function unpacked() {
  const home = dirname(dirname(dirname(resolve('@sparticuz/chromium'))));
  const folder = join(home, 'unpacked');
  if (existsSync(folder)) return folder;
  const partial = await mkdtemp(`${folder}-`);
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: home,
    // It unpacks into the folder for temporary files, and its libraries on Amazon's Linux only.
    env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  try {
    // At once, because another run may need it meanwhile.
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
