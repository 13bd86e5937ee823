/** Runs once after all tests, in the process of the setup. */
export default async function teardown() {
  await Promise.all([globalThis.stopTestBrowsers?.(), globalThis.stopTestElasticsearch?.()]);
  globalThis.stopTestBrowsers = undefined;
  globalThis.stopTestElasticsearch = undefined;
  globalThis.reportTests?.();
}
