import { readFileSync } from 'node:fs';
import type { Environment } from './environment.js';

/** The variables that are secret: their values are never shown, and may be the content of a file. */
export const SECRETS = ['ELASTICSEARCH_API_KEY', 'ELASTICSEARCH_PASSWORD'] as const;

/** Returns the variable that names the file of a secret. */
export function fileVariable(secret: string): string {
  return `${secret}_FILE`;
}

/**
 * Puts secrets from the files that hold them into an environment, as if they had been set. A line end
 * at the end of a file, which editors and `echo` leave there, is not part of it.
 * @returns beside that the faults, without any secret in them
 */
export function withSecretFiles(env: Environment): { env: Environment; faults: string[] } {
  const faults: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of SECRETS) {
    const variable = fileVariable(name);
    const file = (env[variable] ?? '').trim();
    if (file === '') continue;
    const fault = (what: string): number =>
      faults.push(`${variable}=${JSON.stringify(file)} ${what}`);
    if ((env[name] ?? '') !== '') {
      fault(`must not be set together with ${name}: keep one of them`);
      continue;
    }
    try {
      const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (secret === '') fault('is empty: it must hold the secret');
      else secrets[name] = secret;
    } catch (error) {
      fault(`must be a file that can be read (${(error as Error).message})`);
    }
  }
  return { env: { ...env, ...secrets }, faults };
}
