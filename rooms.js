/**
 * The rooms of the project, and which room may import which. A room is a folder or a file. The linter and
 * test/unit/imports.test.ts read this table.
 *
 * `rooms` are in order: a room imports only rooms before it. Rooms in one pair of brackets never import each other.
 * A folder without `rooms` is one room. `mayImportAlso` lists the other rooms and folders that all rooms of a folder may import.
 */
export const FOLDERS = [
  { folder: 'core/geo', mayImportAlso: [] },
  { folder: 'indices', mayImportAlso: [] },
  {
    folder: 'core',
    mayImportAlso: ['core/geo', 'indices'],
    rooms: [
      ['version', 'processes', 'cli'],
      ['lands', 'elasticsearch', 'queries'],
    ],
  },
  {
    folder: 'ingest',
    mayImportAlso: ['core', 'indices'],
    // prettier-ignore
    rooms: [
      'files', 'reference', 'borders', 'load', 'generations', 'rasters',
      ['countries', 'cities', 'regions', 'lands', 'places', 'markers'], 'runs', 'commandLine', 'main',
    ],
  },
  {
    folder: 'src',
    mayImportAlso: ['core', 'indices'],
    // prettier-ignore
    rooms: [
      ['errors', 'origin'], 'concurrency', 'http', ['server', 'observe'], 'elasticsearch',
      'access/tokens', 'access', ['matching', 'parameters'], ['search', 'writes'],
      'lookups/cache', 'lookups', 'middleware',
      ['countries', 'cities', 'regions', 'lands', 'places', 'markers', 'data'], ['locate', 'nameSearch'],
      ['openapi', 'pages'], ['config', 'endpoints'], 'app', 'main',
    ],
  },
  {
    folder: 'operation',
    mayImportAlso: ['ingest', 'core', 'indices'],
    rooms: ['access', 'backup'],
  },
  { folder: 'tools/engine', mayImportAlso: ['core'] },
  {
    folder: 'tools/bench',
    mayImportAlso: ['tools/engine', 'src/config', 'ingest', 'core', 'indices'],
  },
  {
    folder: 'web',
    mayImportAlso: [],
    rooms: ['client', 'shared', ['atlas', 'widget'], ['vite.config', 'explorer']],
  },
];

export const ROOMS = FOLDERS.flatMap(({ folder, mayImportAlso, rooms = [''] }) =>
  rooms.flatMap((level, position) =>
    [level].flat().map((name) => {
      const path = name === '' ? folder : `${folder}/${name}`;
      return { path, folder, mayImportAlso, position };
    }),
  ),
);

const holds = (path, file) => file === path || file.startsWith(`${path}/`);

/**
 * Returns the room of a file; undefined if the table has none.
 * @param file relative to the project, such as `src/app.ts`
 */
export function roomOf(file) {
  const path = file.replace(/\.ts$/, '');
  const around = ROOMS.filter((room) => holds(room.path, path));
  return around.sort((a, b) => b.path.length - a.path.length)[0];
}

/** True if a room may import another one. */
export function mayImport(from, to) {
  if (from.folder === to.folder) return from === to || to.position < from.position;
  return from.mayImportAlso.some((path) => holds(path, to.path));
}
