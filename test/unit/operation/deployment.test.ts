import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { knownSettings } from '../../../core/elasticsearch/environment.js';
import { dataVariables, loadDataConfig } from '../../../core/elasticsearch/settings.js';
import { ingestVariables } from '../../../ingest/runs/options.js';
import { WHO } from '../../../operation/access/logins.js';
import { apiVariables, loadConfig } from '../../../src/config.js';
import { PROJECT, readProjectFile } from '../../support/docs.js';

/** True if a compiled program has its source. */
function isProgram(program: string): boolean {
  const source = program.replace(/^(\/service\/)?dist\//, '').replace(/\.js$/, '.ts');
  return existsSync(join(PROJECT, source));
}

/** True if a program accepts its file, or is not installed. */
function isValid(program: string, args: string[]): boolean {
  const { status, error } = spawnSync(program, args, { cwd: PROJECT });
  return status === 0 || error !== undefined;
}

describe('docker-compose.yml', () => {
  interface Service extends Partial<Record<'entrypoint' | 'secrets' | 'volumes' | 'ports' | 'profiles', string[]>> {
    build?: string;
    environment?: Record<string, string>;
    privileged?: boolean;
    user?: string;
    network_mode?: string;
    depends_on?: Record<string, { condition: string }>;
  } // prettier-ignore
  const { services, secrets, volumes } = parse(readProjectFile('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, unknown>;
  }; // prettier-ignore
  const all = Object.entries(services);
  const own = all.filter(([, { build }]) => build !== undefined);
  const namesOf = (found: typeof all): string[] => found.map(([name]) => name).sort();
  const dockerfile = readProjectFile('Dockerfile');

  test.each(all)('the container %s is confined, and has the secrets and volumes that it names', (_, service) => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$|^\$\{\w+:-\d+[mg]\}$/),
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
    });
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets ?? []));
    const named = (service.volumes ?? []).filter((volume) => /^\w/.test(volume));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named.map((volume) => volume.split(':')[0])));
  }); // prettier-ignore

  test.each(own)('our container %s runs a program, writes only its volumes, and has one login', (_, service) => {
    const { entrypoint: [, program = 'dist/src/main.js'] = [], environment = {} } = service;
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], env_file: [{ path: '.env', required: false }] });
    expect(knownSettings()).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(isProgram(program)).toBe(true);
    const { ELASTICSEARCH_PASSWORD: password = '', ELASTICSEARCH_PASSWORD_FILE: file = '' } = environment;
    expect((password === '') === (file === '')).toBe(false);
    if (file === '') return;
    const [, who = ''] = /^\/run\/secrets\/(\w+)$/.exec(file) ?? [];
    expect(service.secrets).toEqual([who]);
    expect(environment.ELASTICSEARCH_USERNAME).toBe(`\${INDEX_PREFIX:-geo}-${who}`);
  }); // prettier-ignore

  test('only the API waits for the logins, and it logs only failed requests', () => {
    expect(namesOf(own.filter(([, { depends_on: needed = {} }]) => 'logins' in needed))).toEqual(['api']); // prettier-ignore
    expect(services.api).toMatchObject({
      depends_on: { logins: { condition: 'service_completed_successfully' } },
      environment: { LOG_REQUESTS: '${LOG_REQUESTS:-failures}' },
    });
  });

  test('each program has a login, a secret and a command', () => {
    expect(Object.keys(secrets).sort()).toEqual([...WHO].sort());
    expect(services.logins?.secrets?.toSorted()).toEqual([...WHO].sort());
    const commands = own.filter(([, { profiles }]) => profiles?.includes('command'));
    expect(namesOf(commands)).toEqual(['backup', 'ingest', 'tokens']);
  });

  test('only the API is published, by default to this machine, and nobody is root', () => {
    expect(namesOf(all.filter(([, { ports }]) => ports !== undefined))).toEqual(['api']);
    // None of these is the port of the metrics.
    expect(services.api?.ports).toEqual(['${API_ADDRESS:-127.0.0.1}:${API_PORT:-3000}:3000']);
    for (const [, { privileged, user, network_mode: network, volumes: mounted = [] }] of all) {
      expect({ privileged, user, network }).toEqual({});
      expect(mounted.filter((volume) => volume.includes('docker.sock'))).toEqual([]);
    }
    // Kubernetes cannot tell from a name whether it is root.
    expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER 1000']);
  });

  test('the check of the health of a container starts no Node', () => {
    expect(dockerfile).toMatch(/^HEALTHCHECK (?:.*\\\n)? +CMD wget .*\/health\/live"$/m);
  });

  test('the image has all folders that are built', () => {
    const { include } = JSON.parse(readProjectFile('tsconfig.build.json')) as { include: string[] };
    for (const folder of include) {
      expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
      expect(readProjectFile('.dockerignore').split('\n')).toContain(`!${folder}`);
    }
  });
});

describe('examples for several processes', () => {
  const proxy = readProjectFile('examples/proxy/haproxy.cfg');
  const unit = readProjectFile('examples/systemd/geographic-data-api@.service');
  const { shutdownDelayMs, shutdownGraceMs } = loadConfig({});

  test('the proxy notices within SHUTDOWN_DELAY_MS that a process stops', () => {
    const [, intervalMs, fall] = /check inter (\d+)ms fall (\d+)/.exec(proxy) ?? [];
    expect(Number(intervalMs) * (Number(fall) + 1)).toBeLessThan(shutdownDelayMs);
    expect(proxy).toContain('option httpchk GET /health/ready\n');
    expect(isValid('haproxy', ['-c', '-f', 'examples/proxy/haproxy.cfg'])).toBe(true);
  });

  test('the unit of systemd has settings that exist, runs a program, and lets it finish its requests', () => {
    const settings = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' ').map((each) => each.split('=')[0]));
    expect(knownSettings()).toEqual(expect.arrayContaining(settings));
    expect(isProgram(/^ExecStart=\S+ (\S+)$/m.exec(unit)?.[1] ?? '')).toBe(true);
    const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(stopSeconds) * 1_000).toBeGreaterThan(shutdownDelayMs + shutdownGraceMs);
  }); // prettier-ignore

  test('a roll replaces no container before its successor is ready', () => {
    const roll = readProjectFile('examples/compose/roll.sh');
    expect(isValid('sh', ['-n', 'examples/compose/roll.sh'])).toBe(true);
    expect(roll).toMatch(/--no-recreate --scale [^]*\/health\/ready[^]*docker stop "\$old"/);
  });
});

describe('examples/kubernetes/service.yaml', () => {
  interface Container {
    image: string;
    command?: string[];
    env: { name: string; value: string }[];
    ports?: object[];
    livenessProbe?: object;
    readinessProbe?: object;
    volumeMounts: { name: string; mountPath: string }[];
  }
  interface Pod {
    metadata: { labels: Record<string, string> };
    spec: {
      terminationGracePeriodSeconds?: number;
      containers: [Container];
      volumes: { name: string; secret?: { items: { key: string }[] } }[];
    };
  }
  interface Manifest {
    kind: string;
    data?: Record<string, string>;
    spec: { podSelector?: object; template: Pod; jobTemplate: { spec: { template: Pod } } };
  }
  const text = readProjectFile('examples/kubernetes/service.yaml');
  const documents = parseAllDocuments(text);
  const manifests = documents.map((each) => each.toJS() as Manifest);
  const of = (kind: string): Manifest => {
    const found = manifests.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };
  const api = of('Deployment').spec.template;
  const ingest = of('CronJob').spec.jobTemplate.spec.template;
  /** The command in the comment creates it: a manifest that is applied again would overwrite it. */
  const secretKeys = [...text.matchAll(/^#.*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/--from-(?:literal|file)=([\w.]+)/g)].map(([, key = '']) => key),
  );
  const settings = (pod: Pod): Record<string, string> => ({
    ...of('ConfigMap').data,
    ...Object.fromEntries(pod.spec.containers[0].env.map(({ name, value }) => [name, value])),
  });

  test('has no faults of YAML', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  });

  test.each([
    ['the API', api, { ...dataVariables, ...apiVariables }],
    ['the ingestion', ingest, { ...dataVariables, ...ingestVariables }],
  ])('%s has settings that exist, is confined, and runs this version', (_, pod, variables) => {
    const env = settings(pod);
    expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(pod.spec).toMatchObject({
      securityContext: { runAsNonRoot: true },
      containers: [
        {
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          resources: { limits: { memory: expect.stringMatching(/^\d+Gi$/) } },
        },
      ],
    });
    // Every file of a setting is a key of the secret, at the place where that is mounted.
    const [{ image, command: [, program = 'dist/src/main.js'] = [], volumeMounts }] = pod.spec.containers;
    const keys = pod.spec.volumes.find(({ name }) => name === 'logins')?.secret?.items.map(({ key }) => key) ?? [];
    expect(secretKeys).toEqual(expect.arrayContaining(keys));
    const mount = volumeMounts.find(({ name }) => name === 'logins')?.mountPath ?? '';
    const files = [env.ELASTICSEARCH_API_KEY_FILE, env.ELASTICSEARCH_CA_FILE];
    expect(files.sort()).toEqual(keys.map((key) => `${mount}/${key}`).sort());
    const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
    expect(image.split(':').at(-1)).toBe(version);
    expect(isProgram(program)).toBe(true);
  }); // prettier-ignore

  test('the values are valid, and the network policy allows only the ports of the API', () => {
    const withoutFiles = { ELASTICSEARCH_API_KEY_FILE: '', ELASTICSEARCH_CA_FILE: '' };
    const config = loadConfig({ ...settings(api), ...withoutFiles });
    expect(loadDataConfig({ ...settings(ingest), ...withoutFiles }).indexPrefix).toBe('geo');
    const graceMs = (api.spec.terminationGracePeriodSeconds ?? 0) * 1_000;
    expect(graceMs).toBeGreaterThan(config.shutdownDelayMs + config.shutdownGraceMs);
    expect(api.spec.containers[0]).toMatchObject({
      ports: [
        { name: 'http', containerPort: config.port },
        { name: 'metrics', containerPort: config.metricsPort },
      ],
      livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
    });
    const { labels } = api.metadata;
    expect(of('NetworkPolicy').spec).toMatchObject({
      podSelector: { matchLabels: labels },
      ingress: [{ ports: [{ port: config.port }] }, { ports: [{ port: config.metricsPort }] }],
    });
    const protectedPods = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ spec }) => spec.podSelector);
    expect(protectedPods).toEqual(
      [api, ingest].map((pod) => ({ matchLabels: pod.metadata.labels })),
    );
    expect(of('Service').spec).toMatchObject({ selector: labels, ports: [{ targetPort: 'http' }] });
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(of(kind).spec).toMatchObject({ selector: { matchLabels: labels } });
  });
});
