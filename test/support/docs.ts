import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, '../..');

/** Reads a file of the project. */
export const readProjectFile = (name: string): string => readFileSync(join(PROJECT, name), 'utf8');

/** Reads README and all pages of `docs/` as one text. */
export function readPages(): string {
  const pages = readdirSync(join(PROJECT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...pages.map((name) => `docs/${name}`)].map(readProjectFile).join('\n');
}

/** Returns the code blocks of README and the pages in this language. */
export function codeOfPages(language: 'sh' | 'json'): string[] {
  const blocks = readPages().matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].map(([, code = '']) => code);
}

/** Returns the commands of a code block that have arguments. A quoted argument is one word. */
export function commandsOf(shell: string): { command: string; script: string; args: string[] }[] {
  const found = shell.matchAll(/npm run (ingest|tokens|backup) -- ([^\n#&]*)/g);
  return [...found].map(([command, script = '', line = '']) => {
    const args = line.match(/"[^"]*"|\S+/g) ?? [];
    return { command: command.trim(), script, args: args.map((arg) => arg.replaceAll('"', '')) };
  });
}
