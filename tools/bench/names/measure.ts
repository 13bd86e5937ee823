import { readFileSync } from 'node:fs';
import { keyBy, mapAsync, sum } from 'es-toolkit';
import { compareAll, type Comparison, COMPARISON_HEADER, measureLoad, toTable } from '../comparison.js'; // prettier-ignore
import { prepareData, someCities } from '../data.js';
import { KEYSTROKES_BEFORE } from '../groups.js';
import { get, HEADERS, type Load } from '../load.js';
import { type StartServer, withProcesses } from '../processes.js';
import { map, seededRandom } from '../random.js';
import { plainQuestions } from '../references.js';
import type { Bench } from '../session.js';
import { type Keystroke, typing } from '../traffic.js';
import { type NamedCity, namedCities } from './cities.js';
import * as queries from './queries.js';

type Match = 'prefix' | 'fuzzy';

/** The limit of the widget. */
const LIMIT = 8;
/** Few, because this is not a load. */
const JUDGED_AT_ONCE = { concurrency: 4 };
/** Lines of a query, a tab and the id of a city or country. */
const ALIASES = 'test/fixtures/search/aliases.tsv';

/**
 * Prints a table of the quality, and returns one of the speed.
 * @param failures failed queries to list of each kind
 */
export async function measureNames(bench: Bench, failures?: number): Promise<string> {
  await prepareData(bench, new Set());
  const cities = await namedCities(bench);
  return withProcesses(bench, async (start) => {
    const url = await start('api');
    const lines: string[][] = [];
    for (const { name, aim, queries: all } of await makeRows(bench, url, cities)) {
      lines.push([name, String(all.length), `${aim} %`, await judge(url, all, failures)]);
      bench.signal.throwIfAborted();
    }
    console.log(`\n${toTable(['queries', '', 'aim', 'reached'], lines)}\n`);
    return compareSpeed(bench, start, url, cities);
  });
}

async function makeRows(
  { extent: { queries: count } }: Bench,
  api: string,
  cities: readonly NamedCity[],
): Promise<queries.Row[]> {
  const likePrefix = async (text: string): Promise<queries.NameQuery> => {
    const wanted = (await find(api, text, 'prefix')).slice(0, queries.FIRST).map(({ id }) => id);
    const isShared = ({ id }: queries.FoundCity): boolean => wanted.includes(id);
    const score = (found: readonly queries.FoundCity[]): number =>
      found.slice(0, queries.FIRST).filter(isShared).length / wanted.length;
    return { text, wanted: wanted.join(' '), score };
  };
  const prefixes = queries.prefixes(cities, count);
  const aliases = readFileSync(ALIASES, 'utf8').split('\n');
  const byId = keyBy(cities, ({ id }) => id);
  return [
    ...queries.cityRows(cities, count),
    {
      name: 'aliases',
      aim: 90,
      // Leaves out what is not a city here.
      queries: aliases.flatMap((line) => {
        const [text = '', id = ''] = line.split('\t');
        return byId[id] === undefined ? [] : queries.cityQuery(text, byId[id]);
      }),
    },
    {
      name: 'exact prefixes: shared with match=prefix',
      aim: 90,
      queries: await mapAsync(prefixes, likePrefix, JUDGED_AT_ONCE),
    },
    { name: 'nonsense finds nothing', aim: 100, queries: queries.nonsense(count) },
  ];
}

/** Returns the mean score, and logs some queries that fail. */
async function judge(url: string, all: readonly queries.NameQuery[], failures = 0) {
  let logged = 0;
  const judgeOne = async ({ text, wanted, score }: queries.NameQuery): Promise<number> => {
    const found = await find(url, text, 'fuzzy');
    const reached = score(found);
    if (reached < 1 && logged++ < failures) {
      const instead = found.slice(0, queries.FIRST).map(({ id }) => id);
      console.log(`"${text}": wanted ${wanted}, got ${instead.join(' ') || 'nothing'}`);
    }
    return reached;
  };
  const scores = await mapAsync(all, judgeOne, JUDGED_AT_ONCE);
  return `${((100 * sum(scores)) / scores.length).toFixed(1)} %`;
}

async function find(url: string, token: string, match: Match): Promise<queries.FoundCity[]> {
  const { path } = question({ token, language: 'en' }, match);
  const answer = await fetch(`${url}${path}`, { headers: HEADERS });
  if (!answer.ok) throw new Error(`${url}${path} answered ${answer.status}.`);
  return ((await answer.json()) as { data: queries.FoundCity[] }).data;
}

function question({ token, language: lang }: Keystroke, match: Match) {
  return get('/cities/findByName', { token, match, limit: String(LIMIT), lang });
}

/** Measures new words, over many connections and over one, and typed traffic with a filled cache. */
async function compareSpeed(
  bench: Bench,
  start: StartServer,
  api: string,
  cities: readonly NamedCity[],
): Promise<string> {
  const { elasticsearchUrl, extent, indexPrefix } = bench;
  const plain = plainQuestions(indexPrefix);
  const rows = someCities(extent.oneOf).rows();
  const fresh = (name: string, seed: number): Comparison => {
    const texts = () => queries.freshTexts(cities, seed);
    const questions = map(texts(), (token) => question({ token, language: 'en' }, 'fuzzy'));
    const words = map(texts(), (text) => plain.citiesByWords(text, LIMIT));
    const beside = { name: 'match_bool_prefix', url: elasticsearchUrl, questions: words };
    return { ours: { name, url: api, questions }, beside };
  };
  const typed = async (name: string, match: Match): Promise<Load> => ({
    name,
    url: await start('api'),
    questions: map(typing(rows, seededRandom(121)), (keystroke) => question(keystroke, match)),
  });
  const ours = await typed('match=fuzzy, typed traffic', 'fuzzy');
  const prefix = await typed('match=prefix', 'prefix');
  if (extent.warmUp !== undefined) await measureLoad(bench, prefix, { amount: KEYSTROKES_BEFORE });
  const traffic = { ours, beside: prefix, requestsBefore: KEYSTROKES_BEFORE };
  const alone = { ...bench, extent: { ...extent, connections: 1 } };
  return toTable(COMPARISON_HEADER, [
    ...(await compareAll([fresh('match=fuzzy, new words', 122), traffic], bench)),
    ...(await compareAll([fresh('match=fuzzy, new words, one connection', 123)], alone)),
  ]);
}
