import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

// Node's hooks for modules. TypeScript is compiled, and `@jest/globals` is the stand-in beside this file. A query such as
// `?2` goes on to all modules of the project that a module imports, so that all of them are loaded anew.

const compiled = new Map();

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return next(new URL('globals.mjs', import.meta.url).href, context); // prettier-ignore
  if (specifier.startsWith('.') && specifier.endsWith('.js')) {
    const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    source.search = new URL(context.parentURL).search;
    if (existsSync(source)) return next(source.href, context);
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  if (!path.endsWith('.ts')) return next(url, context);
  if (!compiled.has(path)) {
    const jsc = { target: 'es2023', parser: { syntax: 'typescript' } };
    compiled.set(path, transformSync(readFileSync(path, 'utf8'), { jsc }).code);
  }
  return { format: 'module', source: compiled.get(path), shortCircuit: true };
}
