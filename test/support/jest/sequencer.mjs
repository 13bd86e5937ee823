import Sequencer from '@jest/test-sequencer';

/** These take longest. At the end of a run, the other workers would wait for them. */
const LONG = new RegExp(
  [
    'faults/(?:cluster/|tools/engine|outages/elasticsearch)',
    'integration/(?:cache/oracle|ingest/commandLine|tokens/|tools/quickstart|world/)',
    'unit/ingest/(?:countries/documents|places/builtIn)',
    'web/(?:explorer/explorer|firefox)',
  ].join('|'),
);

/** Jest's order, but with the longest files first also in the first run, when Jest does not know how long they take. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path.replaceAll('\\', '/'));
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
