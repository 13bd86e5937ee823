/**
 * Says which slow suites this run of CI has. Each has its turn at every third number of commits, and is also run if its
 * code has changed since that turn. `CI_ALL=1`, or a history that is not there, runs all.
 *
 * Prints `run NAME: why` or `left out NAME: until when`, a line a suite.
 */
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** The slow suites in the order of their turns, and the folders whose changes run them. */
export const SLOW = [
  {
    name: 'faults',
    code: ['test/faults', 'core/elasticsearch', 'src/elasticsearch', 'src/search', 'src/server', 'src/writes', 'tools/engine'], // prettier-ignore
  },
  { name: 'clients', code: ['test/clients', 'src/openapi', 'web/client'] },
  { name: 'bench', code: ['tools/bench'] },
];

/**
 * Decides for each slow suite.
 * @param {object} history
 * @param {number | undefined} history.commits their number up to this one; undefined if it is not known
 * @param {(back: number) => string[] | undefined} history.changedSince the files that have changed since the
 *   commit so many commits ago; undefined if that commit is not there
 * @param {boolean} history.all
 * @returns {{ name: string, runs: boolean, why: string }[]}
 */
export function turnsOf({ commits, changedSince, all }) {
  return SLOW.map(({ name, code }, turn) => {
    if (all) return { name, runs: true, why: 'CI_ALL is set' };
    if (commits === undefined) return { name, runs: true, why: 'the history is not known' };
    const back = (((commits - turn) % SLOW.length) + SLOW.length) % SLOW.length;
    if (back === 0) return { name, runs: true, why: `commit ${commits}` };
    const changed = changedSince(back);
    if (changed === undefined) return { name, runs: true, why: 'its last turn is not known' };
    const own = changed.find((file) => code.some((path) => file.startsWith(`${path}/`)));
    if (own !== undefined) return { name, runs: true, why: `${own} has changed since its turn` };
    const next = commits + SLOW.length - back;
    return { name, runs: false, why: `its turn is at commit ${next}, this is ${commits}; CI_ALL=1 runs all` }; // prettier-ignore
  });
}

/** Returns the output of git, or undefined if it fails. */
function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(); // prettier-ignore
  } catch {
    return undefined;
  }
}

/** Commits of one landing come within this time. CI has run on the last one only. */
const LANDING_HOURS = 6;

function historyHere() {
  // A shallow clone has fewer commits than there are.
  const isWhole = git('rev-parse', '--is-shallow-repository') === 'false';
  const commits = isWhole ? Number(git('rev-list', '--count', 'HEAD')) : undefined;
  const tip = Number(git('log', '-1', '--format=%ct'));
  const landed = git('rev-list', '-1', `--before=${tip - LANDING_HOURS * 3_600}`, 'HEAD');
  return {
    all: (process.env.CI_ALL ?? '') !== '',
    commits,
    changedSince: (back) => {
      const since = [`HEAD~${back}`, landed].filter(Boolean);
      const lists = since.map((commit) => git('diff', '--name-only', commit, 'HEAD'));
      return lists.includes(undefined) ? undefined : lists.flatMap((list) => list.split('\n'));
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { name, runs, why } of turnsOf(historyHere()))
    console.log(`${runs ? 'run' : 'left out'} ${name}: ${why}`);
