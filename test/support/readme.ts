import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, '../..');

/** The code of every block of README in this language. */
export function codeOfReadme(language: 'sh' | 'json'): string[] {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const blocks = readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].map(([, code = '']) => code);
}
