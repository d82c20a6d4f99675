import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Config as AnalyticsConfig } from '@naughty-list/analytics/config';
import { settings as ChainVerifierConfig } from '@naughty-list/chain-verifier/config';
import { settingNames } from '@naughty-list/embedded/setting-names';
import { Config as GatewayConfig } from '@naughty-list/gateway/config';
import { Config as MembershipConfig } from '@naughty-list/membership/config';
import { ReportsConfig } from '@naughty-list/reports/config';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentOf, filledNames, processes, read, readEnvironment } from './installation.ts';

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
