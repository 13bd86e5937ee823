import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellToChildren, getPentagons } from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { landGroups, UNKNOWN_SURROUNDINGS } from '../../support/landGroups.js';
import { markerDocument, type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js'; // prettier-ignore
import { ids } from '../../support/records.js';

const PATH = '/lands/findByIds';
const LAND = '881fb46625fffff';
const UNKNOWN_LAND = '88396238d5fffff';
const NO_LAND = '887c650711fffff';
const PENTAGON = getPentagons(8)[0] ?? '';
/** 2,401 lands side by side. */
const MANY = cellToChildren('843f801ffffffff', 8);

let own: OwnDocuments;
let api: Api;
beforeAll(async () => {
  own = await storeDocuments({
    lands: [
      ...landGroups([LAND, PENTAGON, ...MANY]),
      ...landGroups([UNKNOWN_LAND], UNKNOWN_SURROUNDINGS),
    ],
    markers: [markerDocument('a', LAND), markerDocument('b', LAND), markerDocument('c', NO_LAND)],
  });
  api = await startApi({ indexPrefix: own.indexPrefix });
});
afterAll(async () => {
  await api.stop();
  await own.remove();
});

async function ask(land_ids: string): Promise<unknown> {
  const { body } = await api.get<Land[]>(PATH, { land_ids });
  return { found: ids(body.data), ...('missing' in body ? { missing: body.missing } : {}) };
}

describe('answers', () => {
  test('lands with exactly the fields of the specification', async () => {
    const { body } = await api.get<Land[]>(PATH, { land_ids: `${LAND},${UNKNOWN_LAND}` });
    expect(JSON.stringify(body)).toBe(
      '{"status":"ok","data":[{"id":"881fb46625fffff","country_id":"FRA","region_name":"Île-de-France","closest_city_id":"FRA_Paris","closest_city_name":"Paris","closest_city_distance_km":0.212,"primary_city_id":"FRA_Paris","primary_city_name":"Paris","primary_city_distance_km":0.212,"altitude":54,"main_biome":"Tundra","biome_percents":{"Tundra":100},"markers_count":2},' +
        '{"id":"88396238d5fffff","country_id":"FRA","region_name":null,"closest_city_id":null,"closest_city_name":null,"closest_city_distance_km":null,"primary_city_id":null,"primary_city_name":null,"primary_city_distance_km":null,"altitude":null,"main_biome":null,"biome_percents":{},"markers_count":0}]}',
    );
  });

  test('the names of cities in the language asked, where they are known', async () => {
    const [land, other = ''] = [LAND, MANY[0]];
    const { body } = await api.get<Land[]>(PATH, { land_ids: `${land},${other}`, lang: 'ru-RU' });
    expect(body.data).toMatchObject([
      { region_name: 'Иль-де-Франс', closest_city_name: 'Париж', primary_city_name: 'Париж' },
      { primary_city_name: 'Париж' },
    ]);
    const around = await api.get<Land[]>('/lands/findByLocation', { land_id: land, lang: 'it' });
    expect(around.body.data).toMatchObject([{ region_name: 'Île-de-France', closest_city_name: 'Parigi' }]); // prettier-ignore
  });

  test('in the order asked', async () => {
    const asked = [PENTAGON, LAND, ...MANY.slice(0, 5), UNKNOWN_LAND];
    expect(await ask(asked.join())).toEqual({ found: asked });
    expect(await ask(asked.reverse().join())).toEqual({ found: asked });
  });

  test('ids in any case, with blanks around them, and those given twice once', async () => {
    const asked = ` ${PENTAGON.toUpperCase()} ,\t${LAND}, ${PENTAGON},${NO_LAND},${NO_LAND.toUpperCase()}`;
    expect(await ask(asked)).toEqual({ found: [PENTAGON, LAND], missing: [NO_LAND] });
  });

  test('what is not in the data in `missing`, in the order asked', async () => {
    const [, other = ''] = getPentagons(8);
    expect(await ask(`${NO_LAND},${LAND},${other}`)).toEqual({
      found: [LAND],
      missing: [NO_LAND, other],
    });
    expect(await ask(other)).toEqual({ found: [], missing: [other] });
  });

  test('500 lands', async () => {
    const asked = MANY.slice(0, 500).reverse();
    expect(await ask(asked.join())).toEqual({ found: asked });
    const none = cellToChildren('847c651ffffffff', 8).slice(0, 500);
    expect(await ask(none.join())).toEqual({ found: [], missing: none });
  });
});

test.each(
  [
    '', 'land_ids=', 'land_ids=%20', `land_ids=${LAND},`, `land_ids=${LAND},,${PENTAGON}`,
    `land_ids=${LAND}&land_ids=${LAND}`, 'land_ids=paris', 'land_ids=871fb4662ffffff',
    `land_ids=${MANY.slice(0, 501).join()}`, `land_ids=${Array<string>(501).fill(LAND).join()}`,
  ].map((query) => [query.slice(0, 60), query]),
)('refuses %s', async (_, query) => {
  expect(await faultyParameters(api, PATH, query)).toEqual(['land_ids']);
}); // prettier-ignore
