import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const rooms = ['core', 'indices', 'ingest', 'operation', 'src', 'tools', 'test', 'web'];
const resources = ['countries', 'cities', 'lands', 'places', 'markers'];
const sharedOfIngest = ['borders', 'files', 'generations', 'load', 'rasters'];
const sharedOfApi = [
  ...[
    'access',
    'lookups',
    'matching',
    'middleware',
    'observe',
    'openapi',
    'pages',
    'parameters',
    'search',
  ],
  ...['server', 'writes'],
];

const everythingBut = (...allowed) => rooms.filter((room) => !allowed.includes(room));
const inside = (folder, names) => names.map((name) => `${folder}/${name}`);
const forbid = (target, from, message) => ({
  target: target.map((folder) => `./${folder}`),
  from: from.map((folder) => `./${folder}`),
  message,
});

/** Which folder may not import which, and why. test/unit/imports.test.ts finds circles. */
const importDirections = [
  forbid(['indices'], everythingBut('indices'), 'indices/ imports nothing of ours.'),
  forbid(['core'], everythingBut('core', 'indices'), 'core/ may only import indices/.'),
  forbid(
    ['core/geo'],
    ['indices', 'core/cli', 'core/elasticsearch', 'core/lands'],
    'core/geo/ imports nothing of ours.',
  ),
  forbid(['core/lands'], ['core/cli', 'core/elasticsearch'], 'core/lands/ is pure.'),
  forbid(
    ['core/cli'],
    ['core/elasticsearch', 'core/lands'],
    'core/cli/ is what every command line shares.',
  ),
  forbid(
    ['src'],
    everythingBut('src', 'core', 'indices'),
    'The API and the ingestion never import each other. Both may import core/ and indices/.',
  ),
  forbid(
    ['ingest'],
    everythingBut('ingest', 'core', 'indices'),
    'The API and the ingestion never import each other. Both may import core/ and indices/.',
  ),
  forbid(
    ['operation'],
    everythingBut('operation', 'ingest', 'core', 'indices'),
    'operation/ may import ingest/, core/ and indices/.',
  ),
  forbid(
    ['tools/engine'],
    [...everythingBut('tools', 'core'), 'tools/bench'],
    'The engine may only import core/.',
  ),
  forbid(['web'], everythingBut('web'), 'web/ runs in browsers and imports nothing else of ours.'),
  forbid(
    ['web/client'],
    ['web/shared', 'web/widget', 'web/explorer'],
    'The client imports nothing of ours.',
  ),
  forbid(
    ['web/shared'],
    ['web/widget', 'web/explorer'],
    'web/shared/ imports neither the widget nor the explorer.',
  ),
  forbid(
    ['web/widget'],
    ['web/explorer'],
    'The widget may only import the client and web/shared/.',
  ),
  forbid(
    inside('ingest', sharedOfIngest),
    inside('ingest', [...resources, 'runs']),
    'Shared rooms import no resources.',
  ),
  forbid(
    inside('src', [...sharedOfApi, 'data']),
    inside('src', [...resources, 'locate', 'nameSearch']),
    'Shared rooms import no resources.',
  ),
  ...['ingest', 'src'].flatMap((folder) =>
    resources.map((name) =>
      forbid(
        [`${folder}/${name}`],
        inside(
          folder,
          resources.filter((other) => other !== name),
        ),
        `Resources never import each other. What two of them need moves up into ${folder}/.`,
      ),
    ),
  ),
];

export default defineConfig(
  { ignores: ['**/dist', 'coverage', 'data', 'tools/engine/target', '**/node_modules'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.js'],
          extensionAlias: { '.js': ['.ts', '.js'] },
        }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: importDirections }],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'h3-js', message: 'Only core/geo/ imports h3-js.' }] },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':not(ExpressionStatement, ForStatement) > AssignmentExpression',
          message: 'An assignment is a statement of its own.',
        },
      ],
    },
  },
  {
    files: ['core/geo/**/*.ts', 'test/**/*.ts', 'web/explorer/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
