/** Runs once after all tests, in the process that ran globalSetup.mjs. */
export default async function globalTeardown() {
  await globalThis.removeTestData?.();
  await globalThis.stopElasticsearch?.();
}
