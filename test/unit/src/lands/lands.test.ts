import { describe, expect, test } from '@jest/globals';
import { cellToChildren, getPentagons } from 'h3-js';
import { findByIds } from '../../../../src/lands/params.js';
import { faultsOf, read } from '../parameters/readings.js';
import { type Land, landSchema } from '../../../../src/lands/present.js';
import * as queries from '../../../../src/lands/queries.js';

describe('params', () => {
  const ONE = '881fb46625fffff';
  const OTHER = '881fb46627fffff';

  const idsOf = (list: string): string[] => read(findByIds, `land_ids=${list}`).ids;

  describe('land_ids', () => {
    test('in the order asked, in lower case, each once', () => {
      expect(idsOf(OTHER)).toEqual([OTHER]);
      expect(idsOf(`${OTHER},%20${ONE.toUpperCase()}+,${OTHER.toUpperCase()},${ONE}`)).toEqual([
        OTHER,
        ONE,
      ]);
    });

    test('takes pentagons, and cells that are no land', () => {
      expect(idsOf(getPentagons(8).join())).toEqual(getPentagons(8));
    });

    test('at most 500, those given twice counted twice', () => {
      const cells = cellToChildren('841fb47ffffffff', 8);
      expect(idsOf(cells.slice(0, 500).join())).toHaveLength(500);
      for (const list of [cells.slice(0, 501), Array<string>(501).fill(ONE)]) {
        expect(faultsOf(findByIds, `land_ids=${list.join()}`).land_ids).toContain('at most 500');
      }
    });

    test.each([
    '', ',', `${ONE},`, `,${ONE}`, `${ONE},,${OTHER}`, `${ONE},%20`, 'paris', `${ONE};${OTHER}`,
    '871fb4662ffffff', '891fb466257ffff', `0${ONE}`, `0x${ONE}`, '88fffffffffffff',
  ])('a fault: %j', (list) => {
    expect(faultsOf(findByIds, `land_ids=${list}`)).toHaveProperty('land_ids');
  }); // prettier-ignore

    test('says which one is at fault', () => {
      const list = `${ONE},871fb4662ffffff`;
      expect(faultsOf(findByIds, `land_ids=${list}`).land_ids).toContain('element 2');
    });

    test('is required', () => {
      expect(faultsOf(findByIds, '').land_ids).toContain('is required');
    });
  });
});

describe('present', () => {
  const LAND: Land = {
    id: '881fb46625fffff',
    country_id: 'FRA',
    region_name: 'Île-de-France',
    closest_city_id: 'FRA_Montrouge',
    closest_city_name: 'Montrouge',
    closest_city_distance_km: 1.25,
    primary_city_id: 'FRA_Paris',
    primary_city_name: 'Paris',
    primary_city_distance_km: 2.5,
    altitude: -3,
    main_biome: 'urban',
    biome_percents: { urban: 62.5, forest: 37.5 },
    markers_count: 3,
  };

  const UNKNOWN: Land = {
    id: '881fb46625fffff',
    country_id: 'FRA',
    region_name: null,
    closest_city_id: null,
    closest_city_name: null,
    closest_city_distance_km: null,
    primary_city_id: null,
    primary_city_name: null,
    primary_city_distance_km: null,
    altitude: null,
    main_biome: null,
    biome_percents: {},
    markers_count: 0,
  };

  test('the documented shape takes lands, of which all or nothing is known, and nothing else', () => {
    expect(landSchema.validate(LAND).error).toBeUndefined();
    expect(landSchema.validate(UNKNOWN).error).toBeUndefined();
    const { altitude, ...without } = LAND;
    for (const other of [without, { ...LAND, more: altitude }, { ...LAND, markers_count: null }]) {
      expect(landSchema.validate(other).error).toBeDefined();
    }
  });
});

describe('queries', () => {
  const IDS = ['841fb47ffffffff', '8439623ffffffff'];

  test('findGroups asks for all at once, unranked', () => {
    expect(queries.findGroups(IDS)).toEqual({
      query: { bool: { filter: [{ ids: { values: IDS } }] } },
      sort: ['_doc'],
      size: 2,
    });
  });

  test('countMarkers has room for a count of every land, and reads no marker', () => {
    expect(queries.countMarkers(IDS)).toEqual({
      query: { bool: { filter: [{ terms: { land_id: IDS } }] } },
      size: 0,
      aggs: { lands: { terms: { field: 'land_id', size: 2, execution_hint: 'map' } } },
    });
  });
});
