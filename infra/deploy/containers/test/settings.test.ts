import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config as AnalyticsConfig } from '@naughty-list/analytics/config';
import { Config as ChainVerifierConfig } from '@naughty-list/chain-verifier/config';
import { Config as GatewayConfig } from '@naughty-list/gateway/config';
import { Config as MembershipConfig } from '@naughty-list/membership/config';
import { Config as ReportsConfig } from '@naughty-list/reports/config';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { test as baseTest, expect } from 'vitest';
import { readCompose } from './compose.ts';

const configs = {
  gateway: GatewayConfig,
  reports: ReportsConfig,
  membership: MembershipConfig,
  analytics: AnalyticsConfig,
  'chain-verifier': ChainVerifierConfig,
};
const program = join(import.meta.dirname, '../settings.mjs');
const printEnvironment = 'console.log(JSON.stringify(process.env))';

const required = {
  PUBLIC_ORIGIN: 'https://example.org',
  SOLANA_RPC_URLS: 'https://rpc.example.org',
  LIST_MINT_ADDRESS: 'So11111111111111111111111111111111111111112',
  BURN_WALLET_ADDRESS: '11111111111111111111111111111111',
  TELEGRAM_INVITE_LINK: 'https://t.me/example',
  OPERATOR_NAME: 'North Pole Ltd',
  CONTACT_EMAIL: 'santa@example.com',
};

const test = baseTest.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's parameters from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'container-settings-'));
    mkdirSync(join(folder, 'settings'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

function run(folder: string, args: string[], env: Record<string, string>) {
  const folders = { SETTINGS_DIR: join(folder, 'settings'), LOCAL_CHAIN_DIR: join(folder, 'chain') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: { ...folders, ...env } });
  return { status, output: `${stdout}${stderr}` };
}

const setUp = (folder: string, env: Record<string, string>) => run(folder, [program], env);

/** The environment in which compose starts a service, with `.env` as given. */
function environmentOf(folder: string, service: keyof typeof configs, env: Record<string, string>) {
  const { environment } = readCompose().services[service] ?? {};
  const { status, output } = run(folder, ['--import', program, '--eval', printEnvironment], {
    ...env,
    ...(environment as Record<string, string>),
  });
  expect(status, output).toBe(0);
  return JSON.parse(output) as Record<string, string>;
}

function startLocalChain(folder: string) {
  mkdirSync(join(folder, 'chain/local-chain'), { recursive: true });
  const { LIST_MINT_ADDRESS: mint, BURN_WALLET_ADDRESS: burnWallet } = required;
  writeFileSync(join(folder, 'chain/local-chain/addresses.json'), JSON.stringify({ mint, burnWallet }));
}

const services = Object.keys(configs) as (keyof typeof configs)[];

test.for(services)('%s starts with the required settings alone', (service, { folder }) => {
  expect(setUp(folder, required)).toEqual({ status: 0, output: '' });
  const config = readConfig(configs[service], environmentOf(folder, service, required));
  expect(config.INTERNAL_SECRET).toMatch(/^[0-9a-f]{64}$/);
  expect(config.DATABASE_URL).toMatch(/^postgres:\/\/naughty_list:[0-9a-f]{64}@postgres:5432\/naughty_list$/);
});

test.for(services)('%s starts on the local chain without any setting', (service, { folder }) => {
  startLocalChain(folder);
  expect(setUp(folder, {}).status).toBe(0);
  const config = readConfig(configs[service], environmentOf(folder, service, {}));
  if ('SOLANA_CLUSTER' in config) expect(config.SOLANA_CLUSTER).toBe('localnet');
  if ('MARKET_DATA_URL' in config) expect(config.MARKET_TOKEN_ADDRESS).toBeUndefined();
});

test('an empty line of .env counts as not set', ({ folder }) => {
  const empty = Object.fromEntries(Object.keys(ChainVerifierConfig.shape).map((name) => [name, '']));
  expect(setUp(folder, { ...empty, ...required }).status).toBe(0);
  const read = (env: Record<string, string>) =>
    readConfig(ChainVerifierConfig, environmentOf(folder, 'chain-verifier', env));
  expect(read({ ...empty, ...required })).toEqual(read(required));
});

test('a missing setting is named, and nothing is generated', ({ folder }) => {
  const { SOLANA_RPC_URLS: _, TELEGRAM_INVITE_LINK: __, ...others } = required;
  const { status, output } = setUp(folder, others);
  expect(status).toBe(1);
  expect(output).toMatch(/^Set SOLANA_RPC_URLS, TELEGRAM_INVITE_LINK in \.env/);
  expect(readdirSync(join(folder, 'settings'))).toEqual([]);
});

test('the first start asks who runs the site; an upgrade starts without', ({ folder }) => {
  const { OPERATOR_NAME: _, CONTACT_EMAIL: __, ...others } = required;
  expect(setUp(folder, others).output).toMatch(/^Set OPERATOR_NAME, CONTACT_EMAIL in \.env/);
  expect(setUp(folder, required).status).toBe(0);
  expect(setUp(folder, others).status).toBe(0);
});

test('a bot replaces the invite link', ({ folder }) => {
  const { TELEGRAM_INVITE_LINK: _, ...others } = required;
  const bot = { TELEGRAM_BOT_TOKEN: '123:abc', TELEGRAM_CHAT_ID: '-100' };
  expect(setUp(folder, { ...others, ...bot }).status).toBe(0);
});

test('the local chain never mixes with a provider of another chain', ({ folder }) => {
  startLocalChain(folder);
  const { LIST_MINT_ADDRESS: _, ...others } = required;
  expect(setUp(folder, others).output).toMatch(/^Set LIST_MINT_ADDRESS in \.env/);
  const env = environmentOf(folder, 'chain-verifier', required);
  expect(env.SOLANA_CLUSTER).toBe('mainnet-beta');
  expect(env.PUBLIC_SOLANA_RPC_URL).toBe('https://api.mainnet-beta.solana.com');
  expect(environmentOf(folder, 'gateway', required).MARKET_TOKEN_ADDRESS).toBe(required.LIST_MINT_ADDRESS);
});

test('secrets are generated once; those of .env come first', ({ folder }) => {
  const secret = (name: string) => readFileSync(join(folder, 'settings', name), 'utf8');
  setUp(folder, required);
  const [password, internal] = [secret('POSTGRES_PASSWORD'), secret('INTERNAL_SECRET')];
  setUp(folder, required);
  expect([secret('POSTGRES_PASSWORD'), secret('INTERNAL_SECRET')]).toEqual([password, internal]);
  expect(statSync(join(folder, 'settings/POSTGRES_PASSWORD')).mode & 0o777).toBe(0o444);
  const own = `a/b:c@d#e?f%g h'i"j\\k$l`;
  const given = { ...required, POSTGRES_PASSWORD: own };
  setUp(folder, given);
  expect(secret('POSTGRES_PASSWORD')).toBe(own);
  const { DATABASE_URL = '' } = environmentOf(folder, 'reports', given);
  expect(decodeURIComponent(new URL(DATABASE_URL).password)).toBe(own);
});
