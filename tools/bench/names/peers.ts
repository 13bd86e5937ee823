/**
 * The program of a search library behind node:http, over the same cities. Options are those that its
 * documentation recommends for fields that search while people type.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Charset, Index } from 'flexsearch';
import MiniSearch from 'minisearch';
import { fold } from '../../../indices/fold.js';
import type { NamedCity } from './cities.js';

/** Cities are numbered as they are added, the most populous first. */
interface Engine {
  add(id: number, texts: { names: string; aliases: string; place: string }): void;
  /** Returns the numbers of the cities that match, the best one first. */
  find(text: string, limit: number): readonly number[];
}

const cities: NamedCity[] = [];

const ENGINES = {
  MiniSearch() {
    const engine = new MiniSearch<{ id: number; names: string }>({
      fields: ['names', 'aliases', 'place'],
      processTerm: fold,
      searchOptions: {
        boost: { names: 3 },
        boostDocument: (id) => Math.log10(10 + (cities[id as number]?.population ?? 0)) ** 3,
        combineWith: 'AND',
        // `autoSuggest` does the same.
        prefix: (_, position, terms) => position === terms.length - 1,
        fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      },
    });
    return {
      add: (id, texts) => engine.add({ id, ...texts }),
      find: (text, limit) => {
        const found = engine.search(text).slice(0, limit);
        return found.map(({ id }) => id as number);
      },
    };
  },

  FlexSearch() {
    // It ranks equal matches in the order in which they were added.
    const encoder = Charset.LatinBalance;
    const forward = new Index({ tokenize: 'forward', encoder });
    const tolerant = new Index({ tokenize: 'tolerant', encoder });
    return {
      add(id, { names, aliases, place }) {
        forward.add(id, `${names} ${place} ${aliases}`);
        tolerant.add(id, `${names} ${place}`);
      },
      find(text, limit) {
        const found = forward.search(text, { limit }) as number[];
        if (found.length > 0) return found;
        return tolerant.search(text, { limit, suggest: true }) as number[];
      },
    };
  },
} satisfies Record<string, () => Engine>;

export type EngineName = keyof typeof ENGINES;

const engine: Engine = ENGINES[process.argv[2] as EngineName]();

/** GET searches as the API does. PUT adds cities. Connections stay open while the bench asks others. */
createServer({ keepAliveTimeout: 0 }, (request, response) => {
  if (request.method === 'PUT') {
    void json(request).then((added) => {
      for (const city of added as NamedCity[]) {
        const { names, aliases, country, region } = city;
        const place = [...country, ...region].join(' ');
        engine.add(cities.length, { names: names.join(' '), aliases: aliases.join(' '), place });
        cities.push(city);
      }
      response.end();
    });
    return;
  }
  const { searchParams } = new URL(request.url ?? '', 'http://peer');
  const found = engine.find(searchParams.get('token') ?? '', Number(searchParams.get('limit')));
  const data = found.map((position) => {
    const { id, names, population, country, region } = cities[position] ?? {};
    const places = { country_id: country?.[1], region_name: region?.[0] ?? null };
    return { id, name: names?.at(-1), population, ...places };
  });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data }));
}).listen(Number(process.env.PORT), '127.0.0.1');
