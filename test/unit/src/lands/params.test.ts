import { describe, expect, test } from '@jest/globals';
import { cellToChildren, getPentagons } from 'h3-js';
import { findByIds } from '../../../../src/lands/params.js';
import { faultsOf, read } from '../parameters/readings.js';

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
