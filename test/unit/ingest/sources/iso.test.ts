import { describe, expect, test } from '@jest/globals';
import { countryCodes, primaryCodes } from '../../../../ingest/sources/iso.js';

const codes = countryCodes();
const ids = codes.map(({ id }) => id);

describe('the countries', () => {
  test('are the 249 entries of ISO 3166-1 and Kosovo, each once, by id', () => {
    expect(codes).toHaveLength(250);
    expect(codes.filter(({ numeric }) => numeric !== undefined)).toHaveLength(249);
    expect(new Set(ids).size).toBe(250);
    expect(new Set(codes.map(({ alpha2 }) => alpha2)).size).toBe(250);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[A-Z]{3}$/);
  });

  test('have the codes of ISO, and Kosovo the usual user-assigned ones', () => {
    expect(codes).toContainEqual({ id: 'FRA', alpha2: 'FR', numeric: '250' });
    expect(codes).toContainEqual({ id: 'AFG', alpha2: 'AF', numeric: '004' });
    expect(codes).toContainEqual({ id: 'SSD', alpha2: 'SS', numeric: '728' });
    expect(codes).toContainEqual({ id: 'XKX', alpha2: 'XK' });
  });

  test.each(['SUN', 'YUG', 'DDR', 'ANT', 'SCG', 'XKK', 'FXX', 'QUU', 'ZZZ'])(
    'do not include the historic or user-assigned code %s',
    (code) => {
      expect(ids).not.toContain(code);
    },
  );

  test('are primary when they are one of 193 UN members, or one of four others', () => {
    const primary = codes.filter(({ alpha2 }) => primaryCodes().has(alpha2)).map(({ id }) => id);
    expect(primary).toHaveLength(197);
    expect(primary).toEqual(expect.arrayContaining(['VAT', 'PSE', 'TWN', 'XKX', 'SSD', 'TUV']));
    for (const other of ['GRL', 'HKG', 'PRI', 'ESH', 'ATA', 'COK', 'NIU', 'GUF']) {
      expect(primary).not.toContain(other);
    }
  });
});
