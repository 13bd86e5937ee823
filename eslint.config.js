import { dirname, relative, resolve } from 'node:path';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { mayImport, roomOf } from './rooms.js';

/** Rejects an import that rooms.js does not allow. */
const roomOrder = {
  create({ filename, report }) {
    const from = roomOf(relative(import.meta.dirname, filename));
    const check = (node) => {
      if (from === undefined || !node.source?.value.startsWith('.')) return;
      const imported = resolve(dirname(filename), node.source.value.replace(/\.js$/, '.ts'));
      const to = roomOf(relative(import.meta.dirname, imported));
      if (to !== undefined && mayImport(from, to)) return;
      const message = `${from.path}/ may not import ${to?.path ?? imported}/: see rooms.js.`;
      report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default defineConfig(
  {
    ignores: [
      '**/dist',
      'coverage',
      'data',
      'tools/engine/target',
      'test/clients/typescript',
      '**/node_modules',
    ],
  },
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
    plugins: { rooms: { rules: { order: roomOrder } } },
    rules: {
      'rooms/order': 'error',
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'h3-js', message: 'Only core/geo/ and pages import h3-js.' }] },
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
    files: ['core/geo/**/*.ts', 'test/**/*.ts', 'web/{atlas,explorer}/**/*.ts'],
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
