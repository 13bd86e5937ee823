import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT } from '../support/docs.js';

const ROOMS = ['core', 'indices', 'ingest', 'operation', 'src', 'test', 'tools', 'web'];

const files = ROOMS.flatMap((room) =>
  readdirSync(join(PROJECT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(name))
    .map((name) => join(room, name)),
);

/** Each file with the files of ours that it imports, also for their types only. */
const imports = new Map(
  files.map((file): [string, string[]] => {
    const text = readFileSync(join(PROJECT, file), 'utf8');
    const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    const imported = [...specifiers].map(([, specifier = '']) =>
      normalize(join(dirname(file), specifier.replace(/\.js$/, '.ts'))),
    );
    return [file, imported];
  }),
);

/** Returns the files of the first circle of imports, or nothing. ESLint's rule does not see imports of types. */
function findCircle(): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const imported of imports.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  return files.map((file) => visit(file, [])).find((circle) => circle.length > 0) ?? [];
}

test('imports form no circle, types included', () => {
  expect(files.length).toBeGreaterThan(200);
  expect([...imports.values()].flat().length).toBeGreaterThan(500);
  expect(findCircle()).toEqual([]);
});
