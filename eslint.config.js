import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const rooms = ['core', 'indices', 'ingest', 'operation', 'src', 'tools', 'test', 'web'];
const resources = ['countries', 'cities', 'lands', 'places', 'markers'];

const everythingBut = (...allowed) => rooms.filter((room) => !allowed.includes(room));
const forbid = (target, from, message) => ({
  target: target.map((folder) => `./${folder}`),
  from: from.map((folder) => `./${folder}`),
  message,
});

/** The directions of imports: which folder may not import which, and why. */
const importDirections = [
  forbid(['indices'], everythingBut('indices'), 'indices/ imports nothing of ours.'),
  forbid(['core'], everythingBut('core', 'indices'), 'core/ stands on indices/ only.'),
  forbid(
    ['core/geo'],
    ['indices', 'core/cli', 'core/elasticsearch', 'core/lands'],
    'core/geo/ imports nothing of ours.',
  ),
  forbid(['core/lands'], ['core/cli', 'core/elasticsearch'], 'core/lands/ is pure.'),
  forbid(
    ['src'],
    everythingBut('src', 'core', 'indices'),
    'The API and ingestion never import each other; both stand on core/ and indices/.',
  ),
  forbid(
    ['ingest'],
    everythingBut('ingest', 'core', 'indices'),
    'The API and ingestion never import each other; both stand on core/ and indices/.',
  ),
  forbid(
    ['operation'],
    everythingBut('operation', 'ingest', 'core', 'indices'),
    'operation/ stands on the ingestion and on core/ and indices/.',
  ),
  forbid(
    ['tools/engine'],
    [...everythingBut('tools', 'core'), 'tools/bench'],
    'The engine stands on core/ only.',
  ),
  forbid(
    ['web'],
    everythingBut('web'),
    'web/ is what a browser gets, and imports nothing else of ours.',
  ),
  forbid(['web/client'], ['web/shared', 'web/widget', 'web/explorer'], 'The client stands alone.'),
  forbid(['web/shared'], ['web/widget', 'web/explorer'], 'What pages share knows none of them.'),
  forbid(['web/widget'], ['web/explorer'], 'The widget stands on the client and web/shared only.'),
  ...resources.flatMap((name) => [
    forbid(
      [`ingest/${name}`],
      resources.filter((other) => other !== name).map((other) => `ingest/${other}`),
      'Resources never import each other; what two need moves up into ingest/.',
    ),
    forbid(
      [`src/${name}`],
      resources.filter((other) => other !== name).map((other) => `src/${other}`),
      'Resources never import each other; what two need moves up.',
    ),
    forbid(
      ['access', 'lookups', 'middleware', 'observe', 'openapi', 'parameters', 'search', 'server']
        .concat('writes')
        .map((room) => `src/${room}`),
      [`src/${name}`],
      'Shared rooms do not know the resources.',
    ),
  ]),
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
      'import-x/no-cycle': 'error',
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
