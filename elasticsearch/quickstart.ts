import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningEngine } from '../engine/running.js';
import type { Environment } from './environment.js';

/** Below the working folder, as `.env` is. Commands that npm runs have the project's folder there. */
const FOLDER = 'data';
const LOGIN = ['ELASTICSEARCH_API_KEY', 'ELASTICSEARCH_USERNAME', 'ELASTICSEARCH_PASSWORD'];

/**
 * Adds to an environment without ELASTICSEARCH_URL how to reach the Elasticsearch of this folder's quickstart: its
 * container's login, or the address of its local engine if that runs.
 */
export async function withQuickstart(env: Environment, folder = FOLDER): Promise<Environment> {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  if (isSet('ELASTICSEARCH_URL')) return env;
  if (read(folder, 'quickstart.json').includes('"provider":"container"')) {
    const password = read(folder, 'elastic-password');
    const hasLogin = LOGIN.some((name) => isSet(name) || isSet(`${name}_FILE`));
    if (hasLogin || password === '') return env;
    return { ...env, ELASTICSEARCH_USERNAME: 'elastic', ELASTICSEARCH_PASSWORD: password };
  }
  const engine = await findRunningEngine(join(folder, 'elasticsearch'));
  return engine === undefined ? env : { ...env, ELASTICSEARCH_URL: engine.url };
}

function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return '';
  }
}
