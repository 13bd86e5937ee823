import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../install.mjs';

const ADDRESS = 'http://127.0.0.1:9200';
const USER = 'elastic';
const passwordFile = join(projectFolder, 'data', 'elastic-password');
const ATTEMPTS = 3;

/**
 * Starts Elasticsearch by `docker compose`, which keeps running afterwards.
 * @returns {Promise<{ environment: Record<string, string> } | { refusal: string }>} how to reach it, or why there is none
 */
export async function startContainer() {
  const engine = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
  if (engine.status !== 0) return { refusal: 'no Docker engine runs' };
  console.log('Starting Elasticsearch in a container (docker compose).');
  const password = containerPassword();
  const refusal =
    compose(password, 'up', '--detach', '--wait', 'elasticsearch') !== 0
      ? 'its container did not start (see above)'
      : !(await isReachable(password))
        ? `its container is not reached at ${ADDRESS}: the ports of this Docker engine are not on this machine`
        : undefined;
  if (refusal !== undefined) {
    compose(password, 'down');
    return { refusal };
  }
  return {
    environment: {
      ELASTICSEARCH_URL: ADDRESS,
      ELASTICSEARCH_USERNAME: USER,
      ELASTICSEARCH_PASSWORD: password,
    },
  };
}

function compose(password, ...args) {
  // Not the project of docker-compose.yml, which may be somebody's production, nor that of another clone.
  const clone = createHash('sha256').update(projectFolder).digest('hex').slice(0, 8);
  const project = ['--project-name', `geographic-data-service-quickstart-${clone}`];
  const files = ['--file', 'docker-compose.yml', '--file', 'docker-compose.quickstart.yml'];
  const { status } = spawnSync('docker', ['compose', ...project, ...files, ...args], {
    cwd: projectFolder,
    env: {
      ...process.env,
      ELASTIC_PASSWORD: password,
      ELASTICSEARCH_HEAP: '2g',
      ELASTICSEARCH_MEMORY: '4g',
    },
    stdio: 'inherit',
  });
  return status;
}

/** Tells whether the container answers here; nobody else knows its password and refuses those who do not. */
async function isReachable(password) {
  const login = Buffer.from(`${USER}:${password}`).toString('base64');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(1_000);
    const known = await statusWith({ Authorization: `Basic ${login}` });
    if (known !== undefined) return known === 200 && (await statusWith({})) === 401;
  }
  return false;
}

async function statusWith(headers) {
  try {
    const request = { headers, signal: AbortSignal.timeout(5_000) };
    return (await fetch(`${ADDRESS}/_cluster/health`, request)).status;
  } catch {
    return undefined;
  }
}

/** The password of the container's volume: chosen once, since Elasticsearch keeps its first one. */
function containerPassword() {
  if (!existsSync(passwordFile)) {
    mkdirSync(dirname(passwordFile), { recursive: true });
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(passwordFile, 'utf8');
}
