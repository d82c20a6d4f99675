import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const here = join(import.meta.dirname, '..');
const root = join(here, '../../..');
const read = (...path: string[]) => readFileSync(join(here, ...path), 'utf8');

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
type Panel = { id: number; type: string; title: string; targets?: { expr: string }[] };
type Dashboard = { uid: string; title: string; panels: Panel[] };

const rules = (parse(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
const files = readdirSync(join(here, 'grafana/dashboards'));
const dashboards = files.map((file) => JSON.parse(read('grafana/dashboards', file)) as Dashboard);

/** The metrics of infra/deploy/observability/metrics.tsv, with the series of histograms, and those that every target and process has. */
const table = [
  ...readFileSync(join(root, 'infra/deploy/observability/metrics.tsv'), 'utf8').matchAll(
    /^([a-z_]+)\t(\w+)/gm,
  ),
].flatMap(([, name = '', type]) =>
  type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
);
const known = new Set([...table, 'up']);
const ofProcess = /^(process|nodejs)_/;

/** The metric names in an expression: followed by labels, a range or nothing, and not a function or keyword. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without|on|ignoring) ?\([^)]*\)/g, '');
  const names = [...bare.matchAll(/[a-z_:][a-z0-9_:]*\b(?!\s*\()/g)].map(([name]) => name);
  return names.filter((name) => name.includes('_') || name === 'up' || known.has(name));
}

const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...dashboards.flatMap(({ uid, panels }) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ of: `${uid}: ${title}`, expr })),
    ),
  ),
];

it.each(expressions)('$of asks for metrics that exist', ({ expr }) => {
  const asked = metricsIn(expr);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !known.has(name) && !ofProcess.test(name))).toEqual([]);
});

it('every metric of the table is shown by a dashboard or watched by an alert', () => {
  const used = new Set(expressions.flatMap(({ expr }) => metricsIn(expr)));
  const names = [
    ...readFileSync(join(root, 'infra/deploy/observability/metrics.tsv'), 'utf8').matchAll(/^([a-z_]+)\t/gm),
  ];
  const series = ([, name = '']: RegExpExecArray) =>
    ['', '_bucket', '_count', '_sum'].map((end) => name + end);
  const unused = names.filter((name) => !series(name).some((each) => used.has(each)));
  expect(unused.map(([, name]) => name)).toEqual([]);
});

it.each(rules)('$alert says what is wrong, how bad it is, and where its runbook is', (rule) => {
  expect(rule.annotations.runbook).toBe(`docs/runbooks.md#${rule.alert.toLowerCase()}`);
  expect(rule.annotations.summary.length).toBeGreaterThan(10);
  expect(['warning', 'critical']).toContain(rule.labels.severity);
  expect(rule.for).toMatch(/^\d+[ms]$/);
});

it('every alert is seen to fire and to clear in a running stack', () => {
  const server = parse(readFileSync(join(here, '../server/prometheus/alerts-server.yml'), 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  const alerts = [...rules, ...server.groups.flatMap((group) => group.rules)].map(({ alert }) => alert);
  const seen = globSync('infra/dev/embedded/test/alerts*.lab.test.ts', { cwd: root }).flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/alert: '(\w+)'/g),
  ]);
  expect([...new Set(seen.map(([, alert]) => alert))].sort()).toEqual(alerts.sort());
});

it.each(rules)('the runbook of $alert says what it means, how to look and what to do', ({ alert }) => {
  const [, runbook = ''] = new RegExp(`\\n### ${alert}\\n\\n([\\s\\S]+?)(?=\\n##|$)`).exec(runbooks) ?? [];
  const [meaning = '', look = '', ...toDo] = runbook.trim().split('\n\n');
  expect(meaning).toMatch(/^[A-Z].*[.]$/s);
  expect(look).toMatch(/^(```sh|`npm run metrics)/);
  expect(toDo.length).toBeGreaterThan(0);
});

it('runbooks search the logs for lines that services write', () => {
  // What PostgreSQL writes, fields of every line, and a placeholder.
  const others = ['No space left', '"level":50', '"service":"reports"', 'REQUEST_ID'];
  const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const searched = [...runbooks.matchAll(/grep -h '([^']+)'/g)];
  expect(searched.length).toBeGreaterThan(10);
  const missing = searched
    .map(([, text = '']) => text)
    .filter((text) => !others.includes(text) && !sources.includes(text.replaceAll('"', '')));
  expect(missing).toEqual([]);
});

it('dashboards have names and panels of their own', () => {
  expect(files).toEqual(dashboards.map(({ uid }) => `${uid}.json`));
  expect(new Set(dashboards.map(({ title }) => title)).size).toBe(dashboards.length);
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ type, targets }) => type !== 'row' && !targets?.length)).toEqual([]);
  }
});

it('configurations are YAML and lead to files that are there', () => {
  const prometheus = parse(read('prometheus/prometheus.yml'));
  expect(prometheus.rule_files.map((file: string) => existsSync(join(here, 'prometheus', file)))).toEqual([
    true,
  ]);
  const {
    scrape_configs: [scrape],
  } = parse(read('prometheus/compose.yml'));
  const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as { services: object };
  for (const host of scrape.dns_sd_configs[0].names) expect(Object.keys(compose.services)).toContain(host);
  expect(parse(read('collector/otel-collector.yaml')).service.pipelines.traces.receivers).toEqual(['otlp']);
  for (const file of ['dashboards.yml', 'datasources.yml'])
    expect(parse(read('grafana/provisioning', file)).apiVersion).toBe(1);
});
