import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT, readProjectFile } from '../support/docs.js';

interface Room {
  readonly path: string;
}

interface Table {
  readonly roomOf: (file: string) => Room | undefined;
  readonly mayImport: (from: Room, to: Room) => boolean;
  readonly FOLDERS: readonly { folder: string; rooms?: readonly (string | string[])[] }[];
  readonly ROOMS: readonly Room[];
}

const {
  roomOf,
  mayImport,
  FOLDERS: table,
  ROOMS,
} = (await import(join(PROJECT, 'rooms.js'))) as Table;

const FOLDERS = ['core', 'indices', 'ingest', 'operation', 'src', 'test', 'tools', 'web'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules|target)\//.test(name))
    .map((name) => join(folder, name)),
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

const product = [...imports].filter(([file]) => !file.startsWith('test/'));

/** Each room with the rooms that its files import. */
const roomImports = new Map<string, string[]>();
for (const [file, imported] of product) {
  const from = roomOf(file)?.path ?? file;
  const others = imported.map((each) => roomOf(each)?.path ?? each).filter((to) => to !== from);
  roomImports.set(from, [...(roomImports.get(from) ?? []), ...others]);
}

/** Returns the first circle of a graph, or nothing. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  };
  const circles = [...graph.keys()].map((node) => visit(node, []));
  return circles.find((circle) => circle.length > 0) ?? [];
}

test('imports form no circle, neither of files nor of rooms, types included', () => {
  expect(files.length).toBeGreaterThan(200);
  expect([...imports.values()].flat().length).toBeGreaterThan(500);
  expect(findCircle(imports)).toEqual([]);
  expect(findCircle(roomImports)).toEqual([]);
});

test('each room imports only rooms that rooms.js puts before it', () => {
  const forbidden = product.flatMap(([file, imported]) =>
    imported.flatMap((other) => {
      const [from, to] = [roomOf(file), roomOf(other)];
      return from && to && mayImport(from, to) ? [] : [`${file} imports ${other}`];
    }),
  );
  expect(forbidden).toEqual([]);
});

test('rooms.js lists every room', () => {
  expect(files.filter((file) => !file.startsWith('test/') && roomOf(file) === undefined)).toEqual(
    [],
  );
  const isThere = (path: string) => existsSync(join(PROJECT, path)) || existsSync(join(PROJECT, `${path}.ts`)); // prettier-ignore
  expect(ROOMS.filter(({ path }) => !isThere(path))).toEqual([]);
});

test.each(['src', 'ingest'])('README.md has the rooms of %s in the same order', (name) => {
  const levels = table.find(({ folder }) => folder === name)?.rooms ?? [];
  const order = levels.map((level) => [level].flat().join(', ')).join(' | ');
  expect(readProjectFile('README.md').replace(/\s+/g, ' ')).toContain(`${name}: ${order}`);
});
