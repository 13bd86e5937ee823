import { expect, test } from '@jest/globals';
import { openApiDocument } from '../../../src/openapi/document.js';
import { GeographicData } from '../../../web/client/src/index.js';
import { ENDPOINTS } from '../../support/endpoints.js';

type Method = (parameters: object) => Promise<unknown>;

interface Operation {
  parameters?: readonly { name: string }[];
}

const { paths } = openApiDocument(ENDPOINTS) as {
  paths: Record<string, Record<string, Operation>>;
};
const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ method, path, ...operation })),
);

/** Lists the methods of a client by the paths that they have the names of. */
function methodsOf(client: GeographicData): [string, Method][] {
  return Object.entries(client as object).flatMap(([name, value]: [string, object]) =>
    typeof value === 'function'
      ? [[`/${name}`, value as Method] as [string, Method]]
      : Object.entries(value).map(([method, call]): [string, Method] => [
          `/${name}/${method}`,
          call as Method,
        ]),
  );
}

/** Calls every method there is, and lists what is sent. */
async function sentByAll(): Promise<{ route: string; language: string | null }[]> {
  const sent: { route: string; language: string | null }[] = [];
  const client = new GeographicData({
    url: 'http://localhost',
    token: 'a',
    language: 'fr',
    fetch: (target, { method = 'get' }) => {
      const route = `${method.toLowerCase()} ${target.pathname}`;
      sent.push({ route, language: target.searchParams.get('lang') });
      return Promise.resolve(new Response('{"status":"ok"}'));
    },
  });
  for (const [, method] of methodsOf(client)) await method({});
  return sent;
}

test('there is a method for every route of the document, and for nothing else', async () => {
  const sent = await sentByAll();
  expect(sent.map(({ route }) => route).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test('methods have the names of their routes', () => {
  const client = new GeographicData({ url: 'http://localhost', token: 'a' });
  const names = methodsOf(client).map(([name]) => name);
  const batches = routes.filter(({ method }) => method === 'post');
  const named = [...Object.keys(paths), ...batches.map(({ path }) => `${path}Many`)];
  expect(names.sort()).toEqual(named.sort());
});

test('the language goes to the routes that take one', async () => {
  const inFrench = (await sentByAll()).filter(({ language }) => language === 'fr');
  expect(inFrench.map(({ route }) => route).sort()).toEqual(
    routes
      .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'lang'))
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
});
