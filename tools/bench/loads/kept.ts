import { askAll, type Load } from '../load.js';
import type { Comparison } from '../comparison.js';
import { LIMIT } from '../reference/names.js';
import { apiLoad, ask, get, getAt, plainLoad } from '../requests.js';
import { seededRandom } from '../statistics.js';
import { again, closeTo, rewritten } from '../traffic/repeats.js';
import type { Group } from './setting.js';

const TOKEN_CHARACTERS = 3;
const ROUNDS_UNTIL_KEPT = 5;

/** Lookups whose answers the API has given before, beside servers that do nothing at all. */
export const kept: Group = {
  needs: ['cities'],
  async comparisons({ bench, processes, cities }) {
    const api = await processes.api();
    const koa = await processes.peer('emptyKoa');
    const bare = await processes.peer('bareHttp');
    const largest = [...cities]
      .sort((a, b) => b.population - a.population)
      .slice(0, bench.extent.keptAnswers);
    const beginnings = largest.map(({ name }) =>
      Array.from(name).slice(0, TOKEN_CHARACTERS).join('').trim(),
    );
    const tokens = [...new Set(beginnings)];
    const limit = String(LIMIT);
    const byUrl = tokens.map((token) => get('/cities/findByName', { token, limit, lang: 'en' }));
    const atCountry = [...ask(largest, (point) => getAt('/countries/findByLocation', point))];
    const atCity = [...ask(largest, (point) => getAt('/cities/findByLocation', point))];
    const nothing = () => ask(again(['/']), (path) => ({ method: 'GET', path }));
    const besideKoa = (name: string, ours: Load): Comparison => ({
      name,
      ours,
      others: [{ name: 'an empty Koa handler', load: plainLoad(koa, nothing()) }],
    });
    // Cells are looked at when they are asked again: the country first, then its cities.
    for (let round = 0; round < ROUNDS_UNTIL_KEPT; round += 1)
      await askAll(apiLoad(api, nothing()), [...byUrl, ...atCountry, ...atCity]);
    const rewrittenTokens = rewritten(tokens, LIMIT, seededRandom(41));
    return [
      besideKoa('a kept answer, by repeated URL', apiLoad(api, again(byUrl))),
      besideKoa(
        'a kept answer, by canonical parameters',
        apiLoad(
          api,
          ask(rewrittenTokens, (query) => ({ method: 'GET', path: `/cities/findByName?${query}` })),
        ),
      ),
      besideKoa(
        'a kept answer, country by cell',
        apiLoad(
          api,
          ask(closeTo(largest, seededRandom(42)), (point) =>
            getAt('/countries/findByLocation', point),
          ),
        ),
      ),
      besideKoa(
        'a kept answer, nearest city by cell',
        apiLoad(
          api,
          ask(closeTo(largest, seededRandom(43)), (point) =>
            getAt('/cities/findByLocation', point),
          ),
        ),
      ),
      {
        name: 'an empty Koa handler itself',
        ours: plainLoad(koa, nothing()),
        others: [{ name: 'bare node:http', load: plainLoad(bare, nothing()) }],
      },
    ];
  },
};
