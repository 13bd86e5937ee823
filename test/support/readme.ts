import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, '../..');

/** README and the pages of `docs/`, one after the other. */
export function readPages(): string {
  const pages = readdirSync(join(PROJECT, 'docs')).filter((name) => name.endsWith('.md'));
  const files = ['README.md', ...pages.map((name) => join('docs', name))];
  return files.map((file) => readFileSync(join(PROJECT, file), 'utf8')).join('\n');
}

/** The code blocks of README and the pages in this language. */
export function codeOfPages(language: 'sh' | 'json'): string[] {
  const blocks = readPages().matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].map(([, code = '']) => code);
}
