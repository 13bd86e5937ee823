import { printFaultTable } from './faultTable.mjs';

/** Runs once after all tests, in the process of the setup. */
export default async function teardown() {
  await globalThis.stopTestElasticsearch?.();
  globalThis.stopTestElasticsearch = undefined;
  printFaultTable();
}
