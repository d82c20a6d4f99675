import { Config as AnalyticsConfig } from '@naughty-list/analytics/config';
import { settings as ChainVerifierConfig } from '@naughty-list/chain-verifier/config';
import { Config as GatewayConfig } from '@naughty-list/gateway/config';
import { Config as MembershipConfig } from '@naughty-list/membership/config';
import { ReportsConfig } from '@naughty-list/reports/config';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { expect, test } from 'vitest';
import { environmentOf, readCompose } from './compose.ts';

const configs = {
  gateway: GatewayConfig,
  reports: ReportsConfig,
  membership: MembershipConfig,
  analytics: AnalyticsConfig,
  'chain-verifier': ChainVerifierConfig,
};

/** Set by the image, and by `stop_grace_period` (the time to stop). */
const notTheOperators = ['HOST', 'PORT', 'WEB_ROOT', 'VISIT_SPOOL_DIR', 'DRAIN_MS', 'STOP_TIMEOUT_MS'];

const processes = Object.entries(readCompose().services).flatMap(([name, container]) => {
  const [, service] = /^naughty-list\/([a-z-]+):/.exec(container.image) ?? [];
  return service && container.command?.at(-1) !== 'migrate'
    ? [{ name, container, config: configs[service as keyof typeof configs] }]
    : [];
});

const filledIn = {
  POSTGRES_PASSWORD: 'secret',
  INTERNAL_SECRET: 'x'.repeat(32),
  SESSION_SECRET: 'y'.repeat(32),
  PUBLIC_ORIGIN: 'https://example.org',
  SOLANA_RPC_URLS: 'https://rpc.example.org',
  PUBLIC_SOLANA_RPC_URL: 'https://rpc.example.org',
  LIST_MINT_ADDRESS: 'So11111111111111111111111111111111111111112',
  BURN_WALLET_ADDRESS: '11111111111111111111111111111111',
  TELEGRAM_INVITE_LINK: 'https://t.me/example',
};

test('every process is looked at', () => {
  expect(processes.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(configs)
      .flatMap((service) => (service === 'gateway' ? [service] : [service, `${service}-worker`]))
      .toSorted(),
  );
});

test.each(processes)('$name gets every setting of .env that its service knows', ({ container, config }) => {
  const names = Object.keys(config.shape).filter((name) => !notTheOperators.includes(name));
  const given = Object.fromEntries(names.map((name) => [name, 'set']));
  const reached = Object.keys(environmentOf(container, { ...filledIn, ...given }));
  expect(names.filter((name) => !reached.includes(name))).toEqual([]);
});

test.each(processes)('$name takes an empty line of .env for the default', ({ container, config }) => {
  const empty = Object.fromEntries(Object.keys(config.shape).map((name) => [name, '']));
  const read = (variables: Record<string, string>) =>
    JSON.stringify(readConfig(config, { PORT: '8080', ...environmentOf(container, variables) }));
  expect(read({ ...empty, ...filledIn })).toBe(read(filledIn));
});
