import { expect, test } from '@jest/globals';
import { origins, tokenName } from '../../../../../src/access/tokens/arguments.js';

test.each([
  ['https://Widget.Example', 'https://widget.example'],
  ['https://wídget.example', 'https://xn--wdget-zsa.example'],
  ['https://widget.example:443', 'https://widget.example'],
  ['https://widget.example/', 'https://widget.example'],
])('the origin %s is refused, and told is what browsers send: %s', (text, sent) => {
  expect(() => origins(`https://a.example, ${text}`)).toThrow(`Browsers send ${sent} instead of`);
  expect(origins(`${sent},${sent}`)).toEqual([sent]);
});

test.each(['', 'null', '*', 'a.example', 'file:///a', 'https://'])('%j is no origin', (text) => {
  expect(() => origins(text)).toThrow('such as https://example.com');
});

test('a name is no longer than an id of Elasticsearch may be', () => {
  expect(tokenName(` ${'n'.repeat(200)} `)).toBe('n'.repeat(200));
  expect(tokenName('名'.repeat(170))).toHaveLength(170);
  for (const name of ['', ' ', 'n'.repeat(201), '名'.repeat(171), 'a\u001bb'])
    expect(() => tokenName(name)).toThrow('512 bytes at most');
});
