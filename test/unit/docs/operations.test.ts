import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { parse } from 'yaml';
import { dataVariables } from '../../../core/elasticsearch/settings.js';
import { ingestVariables } from '../../../ingest/runs/options.js';
import { apiVariables } from '../../../src/config.js';
import { FAILURE_KINDS } from '../../../core/elasticsearch/failures.js';
import { LOOKUP_OUTCOMES } from '../../../src/observe/metrics.js';
import { measureProcess } from '../../../src/observe/metricsServer.js';
import { PROJECT, readProjectFile as read } from '../../support/docs.js';
import { ENDPOINTS } from '../../support/endpoints.js';

interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: object; annotations: { runbook: string } }[];
  }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const guide = read('docs/operations.md');
const alerts = (parse(read('docs/operations/alerts.yml')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(read('docs/operations/grafana-dashboard.json')) as Dashboard;

measureProcess({
  version: '1.2.3',
  live: { isReady: true, generations: () => [] },
  isElasticsearchLost: () => false,
  connections: () => Promise.resolve(0),
  lastRuns: () => Promise.resolve([]),
});
const metrics = register.getMetricsAsArray().map(({ name }) => name);

/** The metrics that an expression of Prometheus names, without what a histogram adds. */
function metricsIn(expression: string): string[] {
  const names = expression.match(/\b(?:geo|nodejs|process)_\w+/g) ?? [];
  return names.map((name) =>
    metrics.includes(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''),
  );
}

test('every metric of the service is in the guide, and the guide names no other', () => {
  const ours = metrics.filter((name) => name.startsWith('geo_'));
  expect(ours.length).toBeGreaterThan(20);
  const named = new Set(guide.match(/\bgeo_[a-z_]+/g)?.flatMap(metricsIn));
  expect([...named].sort()).toEqual(ours.sort());
});

test('every setting of an API process is in the guide', () => {
  const settings = Object.keys({ ...dataVariables, ...apiVariables });
  expect(settings.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('every setting of the ingestion is in its guide', () => {
  const ingestion = read('docs/ingestion.md') + read('docs/sources.md');
  expect(Object.keys(ingestVariables).filter((name) => !ingestion.includes(name))).toEqual([]);
});

test('every line of the log is in the guide', () => {
  const sources = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(join('src', name)));
  const told = /logger\s*\??\.(?:info|warn|error)\([^']*?(?:\{[^}]*\}[^']*?)?'([^']+)'/gi;
  const states = /\b(?:begin|end|goOn): '([^']+)'/g;
  const lines = sources.flatMap((text) =>
    [...text.matchAll(told), ...text.matchAll(states)].map(([, line = '']) => line),
  );
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => !guide.includes(line))).toEqual([]);
});

test.each([...LOOKUP_OUTCOMES, ...FAILURE_KINDS])('the guide explains %s', (word) => {
  expect(guide).toContain(`\`${word}\``);
});

test.each(alerts)('$alert is of metrics that there are, and says what to do', (alert) => {
  const named = metricsIn(alert.expr);
  expect(named.length + Number(alert.expr.includes('up{job='))).toBeGreaterThan(0);
  expect(metrics).toEqual(expect.arrayContaining(named));
  expect(alert.annotations.runbook).toBe(`docs/operations.md#${alert.alert.toLowerCase()}`);
  const [, section = ''] = guide.split(`\n### ${alert.alert}\n`);
  expect(section.split('\n###')[0]).toContain('**Do:**');
});

test.each([
  [/^absent\(up\{job="geographic-data-service"\}\)$/],
  [/^count\(up\{.*\}\) < count\(up\{.*\} offset /],
  [/^changes\(process_start_time_seconds\{/],
])('there is an alert %s', (expression) => {
  expect(alerts.map(({ expr }) => expr)).toContainEqual(expect.stringMatching(expression));
});

test.each(alerts)('$alert says of which job it is', ({ expr }) => {
  const labels = [...expr.matchAll(/by \(([^)]*)\)/g)].map(([, each = '']) => each.split(', '));
  for (const each of labels) expect(each).toContain('job');
});

const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(
  ({ expr }) => expr,
);
const routePatterns = expressions.flatMap((expr) =>
  [...expr.matchAll(/route(=~|!~)"([^"]*)"/g)].map(([, operator, pattern = '']) => {
    const whole = new RegExp(`^(?:${pattern})$`);
    return (route: string) => whole.test(route) === (operator === '=~');
  }),
);

test.each(ENDPOINTS)('alerts and panels that choose routes see $path, and no check of the health', ({ path }) => {
  expect(routePatterns.length).toBeGreaterThan(0);
  for (const sees of routePatterns) {
    expect(sees(path)).toBe(true);
    expect(sees('/health/ready')).toBe(false);
  }
}); // prettier-ignore

/** Runs unit tests of the rules in Prometheus itself. Undefined if promtool is not installed. */
function runPromtool(tests: readonly object[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const file = join(folder, 'tests.yml');
  const rules = {
    rule_files: [join(PROJECT, 'docs/operations/alerts.yml')],
    evaluation_interval: '1m',
  };
  writeFileSync(file, JSON.stringify({ ...rules, tests }));
  const { stdout, stderr, error } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' }); // prettier-ignore
  rmSync(folder, { recursive: true });
  return error === undefined ? stdout + stderr : undefined;
}

/** Returns a test of a rule: the values of the job `ill` fire the alert, for this job only. */
function fires(name: string, series: string, values: string, labels: object): object {
  const { labels: own, annotations } = alerts.find(({ alert }) => alert === name) ?? {};
  const of = (job: string, counted: string) => ({ series: series.replace('{', `{job="${job}",`), values: counted }); // prettier-ignore
  const exp_alerts = [{ exp_labels: { ...own, job: 'ill', ...labels }, exp_annotations: annotations }]; // prettier-ignore
  return {
    interval: '1m',
    input_series: [of('ill', values), of('well', '0x60')],
    alert_rule_test: [{ eval_time: '20m', alertname: name, exp_alerts }],
  };
}

test('Prometheus fires the alerts of a job, whichever endpoint fails', () => {
  const instance = { instance: 'a' };
  const unavailable = ENDPOINTS.map(({ path, method }) =>
    fires('GeoUnavailable', `geo_http_requests_total{instance="a",route="${path}",method="${method.toUpperCase()}",status="503"}`, '0+60x60', instance)); // prettier-ignore
  const outcome = { resource: 'cities', outcome: 'failed' };
  const failed = 'geo_ingestion_last_run_outcome{instance="a",resource="cities",outcome="failed"}';
  const ingestion = fires('GeoIngestionFailed', failed, '1x60', outcome);
  const printed = runPromtool([...unavailable, ingestion]);
  expect(printed ?? 'SUCCESS').toMatch(/SUCCESS/);
}, 60_000);

test.each([
  ['docker-compose.yml', /API_MEMORY:-(\d+)g/],
  ['examples/kubernetes/service.yaml', /limits: \{ memory: (\d+)Gi \}/],
])('the alert of memory is below the limit of %s', (file, pattern) => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'GeoMemoryHigh') ?? {};
  const limit = Number(pattern.exec(read(file))?.[1]) * 2 ** 30;
  expect(Number(expr.split('> ')[1])).toBeLessThan(0.9 * limit);
});

test.each(panels)('the panel "$title" is of metrics that there are', ({ targets }) => {
  expect(targets).not.toEqual([]);
  for (const { expr } of targets) {
    const named = metricsIn(expr);
    expect(named).not.toEqual([]);
    expect(metrics).toEqual(expect.arrayContaining(named));
  }
});
