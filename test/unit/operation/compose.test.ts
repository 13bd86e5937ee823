import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { KNOWN_SETTINGS } from '../../../core/elasticsearch/environment.js';
import { WHO } from '../../../operation/access/logins.js';
import { PROJECT } from '../../support/docs.js';

interface Service {
  build?: string;
  entrypoint?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  privileged?: boolean;
  user?: string;
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  profiles?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
  env_file?: { path: string; required: boolean }[];
}
const compose = parse(readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8'), {
  merge: true,
}) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};
const { services, secrets } = compose;
const own = Object.entries(services).filter(([, { build }]) => build !== undefined);

describe.each(Object.entries(services))('the container %s', (_, service) => {
  test('is confined, and limited in memory and logs', () => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$|^\$\{\w+:-\d+[mg]\}$/),
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
    });
  });

  test('has the secrets and volumes that it names', () => {
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets ?? []));
    const named = (service.volumes ?? []).filter((volume) => /^\w/.test(volume));
    const names = named.map((volume) => volume.split(':')[0]);
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(names));
  });
});

describe.each(own)('our container %s', (_, service) => {
  const environment = service.environment ?? {};

  test('writes nothing but its volumes, and has the settings of .env', () => {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
    expect(service.env_file).toEqual([{ path: '.env', required: false }]);
    expect(KNOWN_SETTINGS).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  test('runs a program that is built', () => {
    const [, program = 'dist/src/main.js'] = service.entrypoint ?? [];
    const source = program.replace(/^(\/service\/)?dist\//, '').replace(/\.js$/, '.ts');
    expect(existsSync(join(PROJECT, source))).toBe(true);
  });

  test('logs in with one login, of which it has the password', () => {
    const file = environment.ELASTICSEARCH_PASSWORD_FILE ?? '';
    expect([environment.ELASTICSEARCH_PASSWORD, file].filter((text) => text)).toHaveLength(1);
    if (file === '') return;
    const [, who = ''] = /^\/run\/secrets\/(\w+)$/.exec(file) ?? [];
    expect(service.secrets).toEqual([who]);
    expect(environment.ELASTICSEARCH_USERNAME).toBe(`\${INDEX_PREFIX:-geo}-${who}`);
  });
});

test('the API starts once the logins are made, and no command makes them again', () => {
  const dependent = own.filter(([, { depends_on: needed = {} }]) => 'logins' in needed);
  expect(dependent.map(([name]) => name)).toEqual(['api']);
  expect(services.api?.depends_on?.logins?.condition).toBe('service_completed_successfully');
});

test('requests that succeed do not fill the log of the API', () => {
  expect(services.api?.environment?.LOG_REQUESTS).toBe('${LOG_REQUESTS:-failures}');
});

test('there is a login, a secret and a command for everybody', () => {
  expect(Object.keys(secrets).sort()).toEqual([...WHO].sort());
  expect(services.logins?.secrets?.toSorted()).toEqual([...WHO].sort());
  expect(Object.keys(services)).toEqual(expect.arrayContaining([...WHO]));
  const commands = own.filter(([, { profiles }]) => profiles?.includes('command'));
  expect(commands.map(([name]) => name).sort()).toEqual(['backup', 'ingest', 'tokens']);
});

test('nothing but the API is published, to this machine unless it is said otherwise, and nobody is root', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['api']);
  // Among them no port for the metrics.
  expect(services.api?.ports).toEqual(['${API_ADDRESS:-127.0.0.1}:${API_PORT:-3000}:3000']);
  for (const { privileged, user, network_mode: network, volumes = [] } of Object.values(services)) {
    expect({ privileged, user, network }).toEqual({});
    expect(volumes.filter((volume) => volume.includes('docker.sock'))).toEqual([]);
  }
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER node']);
}); // prettier-ignore

test('the image has all folders that are built', () => {
  const { include } = JSON.parse(readFileSync(join(PROJECT, 'tsconfig.build.json'), 'utf8')) as {
    include: string[];
  };
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  const ignored = readFileSync(join(PROJECT, '.dockerignore'), 'utf8').split('\n');
  for (const folder of include) {
    expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
    expect(ignored).toContain(`!${folder}`);
  }
});
