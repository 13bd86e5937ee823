import { endFaultReport } from './faultReport.mjs';
import globalTeardown from './globalTeardown.mjs';

/** Runs once after the suite of faults: prints what callers saw. */
export default async function faultsTeardown() {
  await globalTeardown();
  endFaultReport();
}
