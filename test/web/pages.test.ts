import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type Api, startApi } from '../support/api.js';
import { startBrowser } from './browser.js';

let api: Api;
let browser: Browser;
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

test.each(['/', '/widget'])(
  '%s does nothing that its policy forbids, and loads only from here',
  async (path) => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(?:data|blob):/.test(url) && !url.startsWith(api.address)) faults.push(url);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${api.address}${path}`, { waitUntil: 'networkidle' });
    expect(await page.locator('main').count()).toBe(1);
    expect(faults).toEqual([]);
    await page.close();
  },
);
