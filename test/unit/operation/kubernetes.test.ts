import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { dataVariables, loadDataConfig } from '../../../core/elasticsearch/settings.js';
import { ingestVariables } from '../../../ingest/runs/options.js';
import { apiVariables, loadConfig } from '../../../src/config.js';
import { PROJECT } from '../../support/docs.js';

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
  resources: { limits: { memory?: string } };
  volumeMounts: { name: string; mountPath: string }[];
}
interface Pod {
  metadata: { labels: Record<string, string> };
  spec: {
    terminationGracePeriodSeconds?: number;
    securityContext: object;
    containers: [Container];
    volumes: { name: string; secret?: { secretName: string; items: { key: string }[] } }[];
  };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  data?: Record<string, string>;
  spec: {
    template: Pod;
    jobTemplate: { spec: { template: Pod } };
    selector: { matchLabels?: Record<string, string>; app?: string };
    podSelector: { matchLabels: Record<string, string> };
    ingress: { ports: { port: number }[] }[];
    ports: { targetPort: string }[];
  };
}

const text = readFileSync(join(PROJECT, 'examples/kubernetes/service.yaml'), 'utf8');
const documents = parseAllDocuments(text);
const manifests = documents.map((each) => each.toJS() as Manifest);
const of = (kind: string): Manifest => {
  const [found] = manifests.filter((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const api = of('Deployment').spec.template;
const ingest = of('CronJob').spec.jobTemplate.spec.template;
/** It is made by the command in the comment: a manifest applied again would write over it. */
const secretKeys = [...text.matchAll(/^#.*$/gm)].flatMap(([line]) =>
  [...line.matchAll(/--from-(?:literal|file)=([\w.]+)/g)].map(([, key = '']) => key),
);
const settings = (pod: Pod): Record<string, string> => ({
  ...of('ConfigMap').data,
  ...Object.fromEntries(pod.spec.containers[0].env.map(({ name, value }) => [name, value])),
});

test('it is YAML of the kinds that are needed', () => {
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'ConfigMap',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'NetworkPolicy',
    'CronJob',
  ]);
});

test.each([
  ['the API', api, { ...dataVariables, ...apiVariables }],
  ['the ingestion', ingest, { ...dataVariables, ...ingestVariables }],
])('%s has settings that exist, and is confined', (_, pod, variables) => {
  const env = settings(pod);
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.keys(env)));
  const [container] = pod.spec.containers;
  expect(container.securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  });
  expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true });
  expect(container.resources.limits.memory).toMatch(/^\d+Gi$/);

  // Every file of a setting is one of the secret, where that is mounted.
  const [logins] = pod.spec.volumes.filter(({ name }) => name === 'logins');
  const keys = logins?.secret?.items.map(({ key }) => key) ?? [];
  expect(secretKeys).toEqual(expect.arrayContaining(keys));
  const [mount] = container.volumeMounts.filter(({ name }) => name === 'logins');
  const files = [env.ELASTICSEARCH_API_KEY_FILE, env.ELASTICSEARCH_CA_FILE];
  expect(files.sort()).toEqual(keys.map((key) => `${mount?.mountPath ?? ''}/${key}`).sort());
});

test('the values are valid', () => {
  const withoutFiles = { ELASTICSEARCH_API_KEY_FILE: '', ELASTICSEARCH_CA_FILE: '' };
  const config = loadConfig({ ...settings(api), ...withoutFiles });
  expect(loadDataConfig({ ...settings(ingest), ...withoutFiles }).indexPrefix).toBe('geo');
  const graceMs = (api.spec.terminationGracePeriodSeconds ?? 0) * 1_000;
  expect(graceMs).toBeGreaterThan(config.shutdownDelayMs + config.shutdownGraceMs);
  const [{ ports = [], livenessProbe, readinessProbe }] = api.spec.containers;
  expect(ports).toEqual([
    { name: 'http', containerPort: config.port },
    { name: 'metrics', containerPort: config.metricsPort },
  ]);
  // The metrics are for nobody who reaches the API.
  const { ingress } = of('NetworkPolicy').spec;
  expect(ingress.map(({ ports: allowed }) => allowed)).toEqual([
    [{ port: config.port }],
    [{ port: config.metricsPort }],
  ]);
  expect(of('Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
  expect(livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'http' });
  expect(readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'http' });
});

test('what selects the API selects it, and programs and version are those that are there', () => {
  const { labels } = api.metadata;
  expect(of('Deployment').spec.selector.matchLabels).toEqual(labels);
  expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(of('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  expect(of('Service').spec.selector).toEqual(labels);
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const { spec } of [api, ingest]) {
    const [{ image, command: [, program = 'dist/src/main.js'] = [] }] = spec.containers;
    expect(image.split(':').at(-1)).toBe(version);
    const source = program.replace(/^dist\//, '').replace(/\.js$/, '.ts');
    expect(existsSync(join(PROJECT, source))).toBe(true);
  }
});
