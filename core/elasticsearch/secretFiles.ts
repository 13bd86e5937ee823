import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Environment } from './environment.js';

/** A secret is shorter; what is not is another file, which may have no end. */
const MOST_BYTES = 64 * 1_024;
/** None of these may be in a header, by which a secret is sent. */
const CONTROL_CHARACTER = /\p{Cc}/u;

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
    // Where no such file is, the secret itself may have been put there.
    const isPath = isAbsolute(file) || existsSync(file);
    const shown = isPath ? `${variable}=${JSON.stringify(file)}` : variable;
    const fault = (what: string): number => faults.push(`${shown} ${what}`);
    if ((env[name] ?? '') !== '') {
      fault(`must not be set together with ${name}: keep one of them`);
      continue;
    }
    try {
      const text = beginningOf(file);
      const secret = text.toString('utf8').replace(/\r?\n$/, '');
      if (secret === '') fault('is empty: it must hold the secret');
      else if (text.length > MOST_BYTES) fault('is no file of a secret: it is too long');
      else if (CONTROL_CHARACTER.test(secret))
        fault('must hold the secret alone, in one line without control characters');
      else secrets[name] = secret;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      fault(`must be a file that can be read (${isPath ? message : (code ?? 'it cannot')})`);
    }
  }
  return { env: { ...env, ...secrets }, faults };
}

/** Reads a file, or a pipe, to its end or to one byte more than a secret may have. */
function beginningOf(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    let read: number;
    do {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += read;
    } while (read > 0 && length < buffer.length);
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
