import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('a page runs scripts and has WebGL', async () => {
  const page = await browser.newPage();
  await page.setContent('<canvas></canvas>');
  const kind = "document.querySelector('canvas').getContext('webgl2')?.constructor.name";
  await expect(page.evaluate(kind)).resolves.toBe('WebGL2RenderingContext');
  await page.close();
});

test('a page reaches nothing but this machine', async () => {
  const page = await browser.newPage();
  await expect(page.goto('http://example.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  await page.close();
});

test('a browser that does not start says what to do', async () => {
  const { CHROMIUM_PATH = '' } = process.env;
  process.env.CHROMIUM_PATH = '/nowhere/chromium';
  const starting = startBrowser();
  process.env.CHROMIUM_PATH = CHROMIUM_PATH;
  await expect(starting).rejects.toThrow(/^No Chromium could be started. Install one/);
});
