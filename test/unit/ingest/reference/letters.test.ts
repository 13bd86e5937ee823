import { expect, test } from '@jest/globals';
import { builtInCities } from '../../../../ingest/cities/builtIn.js';
import { builtInPlaces } from '../../../../ingest/places/builtIn.js';
import { letterFaultOf } from '../../../../ingest/reference/letters.js';

const misread = (name: string, encoding: string): string => new TextDecoder(encoding).decode(Buffer.from(name)); // prettier-ignore

test.each([
  ...['São Paulo', 'Bogotá', 'Zürich', 'Île-de-France', 'Łódź', 'İstanbul', 'Москва', 'Київ', 'القاهرة', 'תל אביב', '東京', '서울', 'กรุงเทพ', 'Hà Nội', 'O’Fallon'].map((name) => [misread(name, 'windows-1252'), 'mojibake']),
  ...['São Paulo', 'Bogotá', 'Москва'].map((name) => [Buffer.from(name).toString('latin1'), 'mojibake']),
  ...['Москва', 'Київ', 'Санкт-Петербург', 'София'].map((name) => [misread(name, 'windows-1251'), 'mojibake']),
  ...['São Paulo', 'Córdoba', 'Düsseldorf', 'Malmö'].map((name) => [misread(name, 'windows-1250'), 'mojibake']),
  ...['São Paulo', 'Bogotá'].map((name) => [misread(name, 'macintosh'), 'mojibake']),
  ...['S├úo Paulo', 'Bogot├í'].map((name) => [name, 'mojibake']),
  ...['S\ufffdo Paulo', '\ufffd\ufffd'].map((name) => [name, 'replaced']),
  ...['S?o Paulo', 'Bogot?', '?stanbul', '????', '?? ??????'].map((name) => [name, 'questionMarks']),
  ...['Bogot&aacute;', 'L&#39;Isle', 'M&#xfc;nchen', 'Bosnia &amp; Herzegovina', 'S\\u00e3o Paulo', 'S%C3%A3o%20Paulo'].map((name) => [name, 'escapes']),
  ...['NULL', 'null', 'N/A', 'n/a', 'None', 'nan', '-', '--', '.', '#N/A', '(null)', 'Unknown'].map((name) => [name, 'placeholders']),
  ...['PARIS', 'SAINT-DENIS', 'МОСКВА'].map((name) => [name, 'upperCase']),
])('%j is %s', (name = '', kind = '') => {
  expect(letterFaultOf(name)).toBe(kind);
}); // prettier-ignore

test.each(['Úštěk', 'Ñuñoa', 'Ærøskøbing', 'Ãlmhult', 'A & B; C', 'Nanning', 'Å', 'Y', 'Ðà Nẵng', 'Ăng', 'Weißenburg', 'Сірко', 'Șomcuta', '100 % Park', '東京', 'Öland’s', 'Saint-Louis-du-Ha! Ha!'])('%j has all its letters', (name) => {
  expect(letterFaultOf(name)).toBeUndefined();
}); // prettier-ignore

test('hardly any built-in name is taken for a fault, in any language', async () => {
  const counts = new Map<string, number>();
  const add = (field: string, name: string) => {
    for (const what of [field, `${field} ${letterFaultOf(name) ?? ''}`]) counts.set(what, (counts.get(what) ?? 0) + 1); // prettier-ignore
  };
  for (const { name, names = {} } of builtInCities().rows())
    for (const [language, text] of Object.entries({ default: name, ...names })) add(language, text);
  for await (const row of builtInPlaces().rows()) if ('cells' in row) add('place', String(row.cells.name)); // prettier-ignore
  const shares = [...counts].map(([what, count]): [string, number] => [what, count / (counts.get(what.split(' ')[0] ?? '') ?? 0)]); // prettier-ignore
  expect(shares.filter(([what, share]) => / ./.test(what) && share > 0.002)).toEqual([]);
});
