/**
 * Prints the end of the log of CI: the failed steps and tests once more, because of a long log only the end may be kept, and
 * `N passed, N failed`. A test file that cannot be loaded counts as one failure, and so do a suite without a
 * report and each failed step that is no suite.
 *
 * Arguments: the folder of the reports, the names of the suites separated by commas, then the failed steps.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', suites = '', ...steps] = process.argv.slice(2);
const names = suites.split(',');
const missing = {
  numPassedTests: 0,
  numFailedTests: 1,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};
const reports = names.map((name) => {
  try {
    return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  } catch {
    return missing;
  }
});

if (steps.length > 0)
  console.log(`\nFailed steps:\n${steps.map((step) => `- ${step}`).join('\n')}`);
const shortened = (message) =>
  message.slice(0, 2_000).replace(/.{300,}/g, (line) => `${line.slice(0, 300)} …`);
const files = reports.flatMap((report) => report.testResults);
const failedFiles = files.filter(({ status }) => status === 'failed');
for (const { name, message } of failedFiles)
  console.log(`\nFailed in ${name}:\n${shortened(message)}`);
for (const { name, assertionResults } of failedFiles)
  for (const { status, fullName } of assertionResults)
    if (status === 'failed') console.log(`Failed: ${name}: ${fullName}`);

const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
const otherSteps = steps.filter((step) => !names.includes(step)).length;
const failed =
  sum((report) => report.numFailedTests + report.numRuntimeErrorTestSuites) + otherSteps;
console.log(`${sum((report) => report.numPassedTests)} passed, ${failed} failed`);
