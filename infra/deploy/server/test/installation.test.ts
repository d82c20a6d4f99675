import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config as AnalyticsConfig } from '@naughty-list/analytics/config';
import { Config as ChainVerifierConfig } from '@naughty-list/chain-verifier/config';
import { settingNames } from '@naughty-list/embedded/setting-names';
import { Config as GatewayConfig } from '@naughty-list/gateway/config';
import { Config as MembershipConfig } from '@naughty-list/membership/config';
import { Config as ReportsConfig } from '@naughty-list/reports/config';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { missingLines, readSteps } from './first-day/page.ts';
import { environmentOf, filledNames, processes, read, readEnvironment } from './installation.ts';

const here = join(import.meta.dirname, '..');
const root = join(here, '../../..');
const steps = readSteps(join(root, 'docs/operators-first-day.md'));
const commands = steps.map((step) => step.commands).join('\n');

/** Runs a program; warns and returns nothing when this machine lacks it. */
function runWhereThere(
  program: string,
  args: string[],
): { status: number | null; output: string } | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, args);
  if (!error) return { status, output: `${stdout}${stderr}` };
  console.log(`No ${program} on the path: that part is passed over`);
  return undefined;
}

test('every file that the page names is there', () => {
  const named = [...commands.matchAll(/\binfra\/[\w./-]+\w/g)].map(([path]) => path);
  const scripts = [...commands.matchAll(/\/bin\/([\w-]+\.sh)/g)].map(
    ([, name]) => `infra/deploy/server/bin/${name}`,
  );
  expect(named.length).toBeGreaterThan(8);
  // A block for trials only counts as well.
  expect(commands).toContain('caddy trust');
  for (const path of [...named, ...scripts]) expect(existsSync(join(root, path)), path).toBe(true);
});

test('the page enables exactly the units of the processes, and names no unit that is not there', () => {
  const enabled = [...commands.matchAll(/(naughty-list-(?:web|worker))@\{([^}]+)\}/g)].flatMap(
    ([, unit, services]) => (services ?? '').split(',').map((service) => `${unit}@${service}`),
  );
  expect(enabled.toSorted()).toEqual(processes.map(({ unit }) => unit).toSorted());
  const files = readdirSync(join(here, 'systemd'));
  for (const [, name] of commands.matchAll(
    /\b((?:backup|liveness)-naughty-list|naughty-list-[a-z]+@|naughty-list\.target)/g,
  ))
    expect(
      files.some((file) => file.startsWith(name ?? '')),
      name,
    ).toBe(true);
});

test('each process runs a file that is there', () => {
  for (const { service, unit } of processes) {
    const text = read('systemd', `${unit.slice(0, unit.indexOf('@'))}@.service`);
    const [, file = ''] = /^ExecStart=\/opt\/naughty-list\/current\/bin\/node (\S+)$/m.exec(text) ?? [];
    expect(text).toContain('WorkingDirectory=/opt/naughty-list/current/services/%i\n');
    expect(existsSync(join(root, 'services', service, file)), unit).toBe(true);
  }
});

test('systemd finds no fault in the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-units-'));
  cpSync(join(here, 'systemd'), folder, { recursive: true });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.service'))) {
    // Replace paths that exist only on a server.
    const text = readFileSync(join(folder, file), 'utf8').replace(
      /^ExecStart=\S+/m,
      `ExecStart=${process.execPath}`,
    );
    writeFileSync(join(folder, file), text);
  }
  const units = [
    ...processes.map(({ unit }) => `${unit}.service`),
    'backup-naughty-list.timer',
    'liveness-naughty-list.timer',
    'naughty-list.target',
  ];
  const verify = (names: string[]) =>
    runWhereThere('systemd-analyze', ['verify', '--man=no', ...names.map((name) => join(folder, name))]);
  const found = verify([...units, 'naughty-list-migration@reports.service']);
  const ours = found?.output.split('\n').filter((line) => line.includes('naughty-list')) ?? [];
  rmSync(folder, { recursive: true });
  expect(ours).toEqual([]);
});

test('a release is made by the steps of the container images', () => {
  const dockerfile = readFileSync(join(root, 'infra/deploy/containers/Dockerfile'), 'utf8');
  const script = read('bin/make-release.sh');
  const [, prune = ''] = /^RUN (turbo prune .+) \/pruned\/services$/m.exec(dockerfile) ?? [];
  const [, install = ''] = /^ {2}(pnpm install --prod .+)$/m.exec(dockerfile) ?? [];
  expect(prune).not.toBe('');
  expect(script).toContain(prune);
  expect(install).not.toBe('');
  expect(script).toContain(install);
});

test('the scripts are fit for their shells', () => {
  for (const file of readdirSync(join(here, 'bin')).filter((name) => name.endsWith('.sh'))) {
    const [, shell = ''] = /^#!(\S+)/.exec(read('bin', file)) ?? [];
    const { status, stderr } = spawnSync(shell, ['-n', join(here, 'bin', file)]);
    expect(status, `${file}: ${stderr}`).toBe(0);
  }
});

test('the server has alerts of its own, each with its runbook', () => {
  type Rule = { alert: string; expr: string; annotations: { runbook: string } };
  const rules: Rule[] = parse(read('prometheus/alerts-server.yml')).groups[0].rules;
  expect(rules.map(({ alert }) => alert)).toEqual(['DiskFillsUp']);
  const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(runbooks).toContain(`\n### ${alert}\n`);
  }
});

test('Prometheus, Alertmanager and Caddy accept their files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-alerts-'));
  const alertmanager = join(folder, 'alertmanager.yml');
  writeFileSync(
    alertmanager,
    readFileSync(join(root, 'infra/deploy/observability/prometheus/alertmanager.yml'), 'utf8').replace(
      'url_file: /run/secrets/alert-webhook',
      'url: http://127.0.0.1/',
    ),
  );
  const caddyfile = ['validate', '--adapter', 'caddyfile', '--config', join(here, 'Caddyfile')];
  for (const [program, args] of [
    ['promtool', ['check', 'rules', join(here, 'prometheus/alerts-server.yml')]],
    ['promtool', ['check', 'config', '--syntax-only', join(here, 'prometheus/prometheus.yml')]],
    ['amtool', ['check-config', alertmanager]],
    ['caddy', caddyfile],
  ] as const) {
    const result = runWhereThere(program, [...args]);
    if (result) expect(result.status, result.output).toBe(0);
  }
  rmSync(folder, { recursive: true });
});

test('what a page shows is looked for line by line, and … stands for anything', () => {
  const step = {
    section: '',
    line: 1,
    commands: '',
    shown: ['gateway: ready', 'Wrote …/a.dump (… bytes)', ' 1 | x'],
  };
  expect(missingLines(step, 'gateway:   ready\nWrote /b/a.dump (12 bytes)\n1 | x\n')).toEqual([]);
  expect(missingLines(step, 'gateway: not ready\nWrote /b/a_dump (12 bytes)\n')).toEqual(step.shown);
});

const configs = {
  gateway: GatewayConfig,
  reports: ReportsConfig,
  membership: MembershipConfig,
  analytics: AnalyticsConfig,
  'chain-verifier': ChainVerifierConfig,
};
const page = read('../../../docs/operators-first-day.md');
const files = readdirSync(join(import.meta.dirname, '../settings'));

test.each(processes)('$unit gets every setting that it needs, and no unused one', (process) => {
  const environment = environmentOf(process);
  const config = configs[process.service as keyof typeof configs];
  expect(() => readConfig(config, environment)).not.toThrow();
  expect(environment.MIGRATIONS).toBe('checked');
  const known = [...settingNames, 'NODE_ENV', 'MALLOC_ARENA_MAX'];
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
});

test('the test can fail: without what the page fills in nothing starts', () => {
  for (const { service } of processes) {
    const config = configs[service as keyof typeof configs];
    expect(() => readConfig(config, readEnvironment('settings', 'common.env'))).toThrow(/is missing/);
  }
});

test('the page fills in what the settings leave empty and a process needs', () => {
  const empty = files.flatMap((file) =>
    Object.entries(readEnvironment('settings', file)).flatMap(([name, value]) => (value ? [] : [name])),
  );
  for (const name of filledNames) {
    expect(empty, name).toContain(name);
    expect(page, name).toContain(`s|^${name}=$|&`);
  }
});

test('the gateway looks for each service where it listens, and Prometheus for each process', () => {
  const gateway = readEnvironment('processes/gateway.env');
  for (const { name, service } of processes) {
    const { PORT, CHAIN_VERIFIER_URL } = readEnvironment('processes', `${name}.env`);
    if (CHAIN_VERIFIER_URL) expect(CHAIN_VERIFIER_URL).toBe(gateway.CHAIN_VERIFIER_URL);
    if (name === service && service !== 'gateway')
      expect(gateway[`${service.toUpperCase().replace('-', '_')}_URL`]).toBe(`http://127.0.0.1:${PORT}`);
  }
  type Places = { targets: string[]; labels: { service: string } };
  const [job] = parse(read('prometheus/prometheus.yml')).scrape_configs;
  const asked = job.static_configs.flatMap(({ targets, labels }: Places) =>
    targets.map((target) => `${labels.service} ${target}`),
  );
  const assigned = processes.map(({ name, service }) => {
    const { METRICS_PORT } = readEnvironment('processes', `${name}.env`);
    return `${service} 127.0.0.1:${METRICS_PORT}`;
  });
  expect(asked.toSorted()).toEqual(assigned.toSorted());
});

test('no two processes share a port, and none is open to the network', () => {
  const given = processes.map(({ name }) => readEnvironment('processes', `${name}.env`));
  const ports = given.flatMap(({ PORT, METRICS_PORT }) => [PORT, METRICS_PORT]);
  expect(new Set(ports).size).toBe(2 * processes.length);
  for (const { HOST, METRICS_PORT } of given) {
    expect(HOST).toBe('127.0.0.1');
    // Of this machine, unless it names a host.
    expect(METRICS_PORT).toMatch(/^\d+$/);
  }
  expect(read('Caddyfile')).toContain(
    `reverse_proxy 127.0.0.1:${readEnvironment('processes/gateway.env').PORT} `,
  );
});
