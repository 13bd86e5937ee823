import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT } from '../../support/docs.js';

const text = readFileSync(join(PROJECT, 'docs/threat-model.md'), 'utf8');
const lines = text.split('\n').filter((line) => /^\| (?!attack |--)/.test(line));

test.each(
  lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  ),
)('there is a test against %s: %s', (attack, defence, tests = '') => {
  expect([attack, defence]).not.toContain('');
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) {
    expect(path).toMatch(/^test\/.+\.test\.ts$/);
    expect([path, existsSync(join(PROJECT, path))]).toEqual([path, true]);
  }
});

test('there are lines of all who attack', () => {
  expect(text.match(/^\| attack +\| defence +\| tests +\|$/gm)).toHaveLength(6);
  expect(lines.length).toBeGreaterThan(40);
});
