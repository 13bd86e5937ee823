import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askPlainly } from '../../support/askPlainly.js';
import { startApp, type TestServer } from './startApp.js';

let app: TestServer;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('/openapi.json needs no token', async () => {
  const response = await fetch(`${app.url}/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  const document = (await response.json()) as { openapi: string; paths: object };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/test/echo');
});

describe('/docs', () => {
  test('loads everything from here, and its policy lets it', async () => {
    const page = await fetch(`${app.url}/docs`);
    const html = await page.text();
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    // No script in the page itself, for the policy forbids it.
    expect(html).not.toMatch(/<script>|<script [^>]*>[^<]| on\w+=/);

    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      expect(link).not.toMatch(/^\w+:|^\/\//);
      const asset = await fetch(new URL(link, page.url));
      expect(asset.status).toBe(200);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  test('starts Swagger UI on our document, without the network', async () => {
    const start = await (await fetch(`${app.url}/docs/start.js`)).text();
    expect(start).toContain("url: 'openapi.json'");
    const bundle = await (await fetch(`${app.url}/docs/swagger-ui-bundle.js`)).text();
    expect(bundle).toContain('SwaggerUIBundle');
  });

  test('with a slash at the end leads to the page', async () => {
    const response = await fetch(`${app.url}/docs/`);
    expect(response.redirected).toBe(true);
    expect(response.url).toBe(`${app.url}/docs`);
  });

  test('is not sent again to who has it', async () => {
    const url = `${app.url}/docs/swagger-ui-bundle.js`;
    const etag = (await fetch(url)).headers.get('ETag') ?? '';
    const again = await fetch(url, {
      // Without the second one, fetch would ask for no cached answer at all.
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    // Where there is a tag, a date counts for nothing (RFC 9110, section 13.1.3).
    const dated = { 'If-None-Match': etag, 'If-Modified-Since': 'Thu, 01 Jan 2015 00:00:00 GMT' };
    const { status } = await askPlainly(app.url, '/docs/swagger-ui-bundle.js', { headers: dated });
    expect(status).toBe(304);
  });
});
