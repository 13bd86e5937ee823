import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { listen } from '../../../src/server/server.js';
import { PROJECT } from '../../support/docs.js';
import { useBrowser } from '../browser.js';

const started = useBrowser();

const readme = readFileSync(join(PROJECT, 'web/client/README.md'), 'utf8');
const [, example = ''] =
  /^```html\n(<script type="module">\n {2}import .*?)^```/ms.exec(readme) ?? [];

test('a page of another origin imports the client, as the README shows', async () => {
  const body = example.replaceAll('http://127.0.0.1:3000', started.address);
  expect(body).toContain(`'${started.address}/client.js'`);
  const other = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Test</title><body>${body}`);
  });
  const page = await started.browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(await listen(other, 0, '127.0.0.1'));
  const [, shown = ''] = /\); \/\/ (.+)$/m.exec(example) ?? [];
  await page.getByText(shown, { exact: true }).waitFor();
  expect(shown).not.toBe('');
  expect(faults).toEqual([]);
  other.closeAllConnections();
  other.close();
});
