import Sequencer from '@jest/test-sequencer';

/** These take longest, most for the servers that they start: begun last, they would be waited for. */
const LONG =
  /faults\/(?:bench|cluster|engine|outages\/elasticsearch)|integration\/scripts\/|ingest\/(?:builtInCities|commandLine)/;

/** Jest's order, the longest files first also where no run before told how long they take. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path.replaceAll('\\', '/'));
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
