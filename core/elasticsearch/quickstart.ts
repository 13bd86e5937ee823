import { existsSync, readFileSync } from 'node:fs';
import { findRunningEngine } from './runningEngine.js';
import type { Environment } from './environment.js';

const LOGIN = /^ELASTICSEARCH_(API_KEY|USERNAME|PASSWORD)/;

/**
 * Adds to an environment without ELASTICSEARCH_URL how to reach the Elasticsearch of this folder's quickstart: the login
 * of its container, or the address of its local engine if that runs.
 * @param folder in the working folder, as `.env` is
 */
export async function withQuickstart(env: Environment, folder = 'data'): Promise<Environment> {
  if (env.ELASTICSEARCH_URL?.trim()) return env;
  const notes = `${folder}/quickstart.json`;
  if (existsSync(notes) && /"provider":\s*"container"/.test(readFileSync(notes, 'utf8'))) {
    if (Object.entries(env).some(([name, value]) => LOGIN.test(name) && value)) return env;
    const ELASTICSEARCH_PASSWORD_FILE = `${folder}/elastic-password`;
    return { ...env, ELASTICSEARCH_USERNAME: 'elastic', ELASTICSEARCH_PASSWORD_FILE };
  }
  const engine = await findRunningEngine(`${folder}/elasticsearch`);
  return engine === undefined ? env : { ...env, ELASTICSEARCH_URL: engine.url };
}
