import { printFaultTable } from './faultTable.mjs';

/** Runs once after all tests, in the process of setup.mjs. */
export default async function teardown(_, { roots }) {
  await globalThis.removeTestData?.();
  await globalThis.stopTestElasticsearch?.();
  if (roots.every((root) => root.endsWith('faults'))) printFaultTable();
}
