import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** These start servers of their own, for minutes: begun last, they would be waited for. */
const LONG = /integration\/(?:engine|outages)\/|ingest\/(?:builtInCities|commandLine)/;

/** Jest's order, the longest files first also where no run before told how long they take. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path.replaceAll('\\', '/'));
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
