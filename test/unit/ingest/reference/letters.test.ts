import { expect, test } from '@jest/globals';
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
