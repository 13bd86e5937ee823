/** Judges what `match=fuzzy` finds of queries that were made from the built-in cities once. */
import { readFileSync } from 'node:fs';
import { groupBy, mapAsync, sum } from 'es-toolkit';
import { fold } from '../../indices/fold.js';
import { toTable } from './comparison.js';
import { get, HEADERS, type Question } from './load.js';
import type { Keystroke } from './traffic.js';

/** Lines of a kind, a query, and the ids of the city that is wanted and of larger namesakes. */
const QUERIES = 'test/fixtures/search/queries.tsv';
/** Lines of an alias and the id of a city or country. */
const ALIASES = 'test/fixtures/search/aliases.tsv';
/** Lines of a short prefix, and the id of the city that facts make the wanted one. */
const SHORT_PREFIXES = 'test/fixtures/search/prefixes.tsv';
/** A wanted city must be among the first five. */
const FIRST = 5;
/** Few, because this is not a load. */
const JUDGED_AT_ONCE = { concurrency: 4 };

const [NONSENSE, PREFIXES] = ['nonsense finds nothing', 'exact prefixes: shared with match=prefix'];
/** The percentage to reach of each kind. */
const AIMS: Readonly<Record<string, number>> = {
  'typing errors': 92,
  'other order of words': 97,
  'an inner word alone': 90,
  'with the country': 97,
  'with the region': 95,
  'country or region half typed': 90,
  'an error, not typed to its end': 70,
  aliases: 90,
  [PREFIXES]: 90,
  [NONSENSE]: 100,
};

/** The limit of the widget. */
export const SHOWN_CITIES = 8;

export function shownCities({ token, language: lang }: Keystroke, match: string): Question {
  return get('/cities/findByName', { token, match, limit: String(SHOWN_CITIES), lang });
}

/**
 * Returns a Markdown table of the share of each kind that is found.
 * @param count queries of each kind
 */
export async function judgeNames(api: string, count: number): Promise<string> {
  const find = async (token: string, match: string): Promise<string[]> => {
    const { path } = shownCities({ token, language: 'en' }, match);
    const answer = await fetch(`${api}${path}`, { headers: HEADERS });
    if (!answer.ok) throw new Error(`${api}${path} answered ${answer.status}.`);
    return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  /** Returns a number from 0 to 1. */
  const judge = async ([kind, text = '', ids = '']: readonly string[]): Promise<number> => {
    const found = await find(text, 'fuzzy');
    if (kind === NONSENSE) return Number(found.length === 0);
    const wanted =
      kind === PREFIXES ? (await find(text, 'prefix')).slice(0, FIRST) : ids.split(' ');
    const shared = found.slice(0, FIRST).filter((id) => wanted.includes(id)).length;
    return kind === PREFIXES ? shared / Math.max(1, wanted.length) : Math.min(1, shared);
  };
  // Codes of countries have no underscore.
  const aliases = rowsOf(ALIASES).flatMap(([text = '', id = '']) =>
    id.includes('_') ? [['aliases', text, id]] : [],
  );
  const kinds = groupBy([...rowsOf(QUERIES), ...aliases], ([kind = '']) => kind);
  const lines: string[][] = [];
  for (const [kind, aim] of Object.entries(AIMS)) {
    const queries = (kinds[kind] ?? []).slice(0, count);
    const scores = await mapAsync(queries, judge, JUDGED_AT_ONCE);
    const reached = ((100 * sum(scores)) / scores.length).toFixed(1);
    lines.push([kind, String(queries.length), `${aim} %`, `${reached} %`]);
  }
  return toTable(['queries', '', 'aim', 'reached'], lines);
}

/** The places in a list that count. */
const PLACES = [1, 3, FIRST];
const THREE_LETTERS = 3;

interface Listed {
  readonly id: string;
  readonly name: string;
}
type Found = Listed & Partial<Readonly<Record<'city' | 'country' | 'region', Listed>>>;

/**
 * Returns a Markdown table of how often short prefixes find the wanted city, and of the shares of shown names
 * that have the typed letters.
 */
export async function judgePrefixes(api: string): Promise<string> {
  const rows = rowsOf(SHORT_PREFIXES);
  const routes = ['/cities/findByName?match=fuzzy&', '/search?'];
  const lines = await mapAsync(
    routes,
    async (route) => {
      let [shown, alike] = [0, 0];
      const judge = async ([token = '', id]: readonly string[]): Promise<number> => {
        const query = new URLSearchParams({ token, limit: String(SHOWN_CITIES) }).toString();
        const answer = await fetch(`${api}${route}${query}`, { headers: HEADERS });
        if (!answer.ok) throw new Error(`${route}${query} answered ${answer.status}.`);
        const { data } = (await answer.json()) as { data: Found[] };
        const found = data.map((each) => each.city ?? each.country ?? each.region ?? each);
        if (token.length === THREE_LETTERS) {
          shown += found.length;
          alike += found.filter(({ name }) => fold(name).includes(token)).length;
        }
        return found.findIndex((each) => each.id === id);
      };
      const places = await mapAsync(rows, judge, JUDGED_AT_ONCE);
      const share = (count: number, all: number): string => `${((100 * count) / all).toFixed(1)} %`;
      const within = PLACES.map((most) => places.filter((at) => at >= 0 && at < most).length);
      return [
        route.split('?')[0] ?? '',
        ...within.map((count) => share(count, rows.length)),
        share(alike, shown),
      ];
    },
    { concurrency: 1 },
  );
  const header = [
    '250 short prefixes',
    'first',
    'among three',
    'among five',
    'rows with the letters',
  ];
  return toTable(header, lines);
}

function rowsOf(file: string): string[][] {
  const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row) => row.split('\t'));
}
