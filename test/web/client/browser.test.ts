import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { listen } from '../../../src/server/server.js';
import { type Api, startApi } from '../../support/api.js';
import { freePort } from '../../support/freePort.js';
import { PROJECT } from '../../support/docs.js';
import { startBrowser } from '../browser.js';

const COMPILED = join(PROJECT, 'web/client/dist');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** A site of another origin than the service, with the client as it is packed. */
const site: Server = createServer(({ url = '' }, response) => {
  const type = TYPES[extname(url)] ?? 'text/plain';
  const body = extname(url) === '.js' ? readFile(join(COMPILED, url)) : Promise.resolve('');
  void body.then(
    (content) => response.writeHead(200, { 'Content-Type': type }).end(content),
    () => response.writeHead(404).end(),
  );
});

let api: Api;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  api = await startApi();
  browser = await startBrowser();
  page = await browser.newPage();
  await page.goto(`${await listen(site, 0, '127.0.0.1')}/index.html`);
});
afterAll(async () => {
  await browser.close();
  site.close();
  await api.stop();
});

/** Runs a script on the page, which returns what it finds. */
const onPage = (url: string, script: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const { GeographicData, ...errors } = await import('/index.js');
    const client = new GeographicData({ url: '${url}', token: 'dev-public', retries: 0 });
    const failure = (call) => call.then(() => 'none', (error) => error);
    ${script}
  })()`);

test('a page of another origin asks, and learns the id of its request', async () => {
  const found = await onPage(
    api.address,
    `const { data, requestId } = await client.cities.findByName({ token: 'sao p', limit: 1 });
     return [data[0].name, typeof requestId];`,
  );
  expect(found).toEqual(['São Paulo', 'string']);
});

test('failures are told by their classes', async () => {
  const found = await onPage(
    api.address,
    `const faulty = await failure(client.cities.findByLocation({ lat: 91, lng: 0 }));
     const write = await failure(client.markers.remove({ id: 'a' }));
     const aborted = await failure(client.countries.findAll({}, { signal: AbortSignal.abort('typed on') }));
     return [
       faulty instanceof errors.InvalidRequest && faulty.details[0].path,
       write instanceof errors.Forbidden,
       aborted,
     ];`,
  );
  expect(found).toEqual(['lat', true, 'typed on']);
});

test('a service that is away is told', async () => {
  const found = await onPage(
    `http://127.0.0.1:${await freePort()}`,
    `const error = await failure(client.countries.findAll());
     return [error instanceof errors.NetworkError, error.message];`,
  );
  expect(found).toEqual([true, expect.stringContaining('Check that it runs')]);
});
