import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const resources = ['countries', 'cities', 'lands', 'places', 'markers'];

/** The directions of imports: which folder may not import which, and why. */
const importDirections = [
  {
    target: './indices',
    from: ['./ingest', './src', './engine', './bench', './test'],
    message: 'indices/ imports nothing of ours.',
  },
  {
    target: './src/geo',
    from: ['./indices/**', './ingest/**', './engine/**', './src/!(geo)/**', './src/*.ts'],
    message: 'src/geo imports nothing of ours.',
  },
  {
    target: './src',
    from: ['./ingest', './engine', './bench', './test'],
    message: 'src/ never imports ingestion, engine, bench or tests.',
  },
  {
    target: './ingest',
    from: [
      './engine',
      './bench',
      './test',
      './src/http',
      './src/tokens',
      './src/app.ts',
      './src/main.ts',
      ...resources.map((name) => `./src/${name}`),
    ],
    message:
      'ingest/ may import indices, src/geo, src/elasticsearch, src/config, src/errors and the logger only.',
  },
  {
    target: './engine',
    from: ['./indices', './ingest', './src', './bench', './test'],
    message: 'engine/ stands alone.',
  },
  ...resources.flatMap((name) => [
    {
      target: `./ingest/${name}`,
      from: resources.filter((other) => other !== name).map((other) => `./ingest/${other}`),
      message: 'Resources never import each other; what two need moves up into ingest/.',
    },
    {
      target: `./src/${name}`,
      from: resources.filter((other) => other !== name).map((other) => `./src/${other}`),
      message:
        'Resources never import each other; what two need moves to http/, geo/ or elasticsearch/.',
    },
    {
      target: ['http', 'elasticsearch', 'tokens'].map((room) => `./src/${room}`),
      from: [`./src/${name}`],
      message: 'Shared rooms do not know the resources.',
    },
  ]),
];

export default defineConfig(
  { ignores: ['dist', 'coverage', 'data', 'engine/target', 'node_modules'] },
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
        { paths: [{ name: 'h3-js', message: 'Only src/geo imports h3-js.' }] },
      ],
    },
  },
  { files: ['src/geo/**/*.ts', 'test/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
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
