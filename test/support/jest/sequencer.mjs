import Sequencer from '@jest/test-sequencer';

/** These take longest. At the end of a run, the other workers would wait for them. */
const LONG = new RegExp(
  [
    'faults/(?:cluster/|tools/engine|outages/elasticsearch)',
    'world/|store/(?:ingest/commandLine|tokens/|tools/quickstart)',
    'unit/tools/scripts|pages/(?:docs|widget/typing|client/package)',
    'browsers/(?:explorer/explorer|firefox)',
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
