import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAIN_FILES, CHAIN_FOLDER, type ChainAddresses } from '@naughty-list/local-chain/genesis/genesis';

/** The services of the product; each runs as `services/<name>/src/main.ts all`. */
export const SERVICE_NAMES = ['reports', 'membership', 'analytics', 'chain-verifier', 'gateway'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Each service's schema in the database. */
export const schemas: Record<ServiceName, string> = {
  reports: 'reports',
  membership: 'membership',
  analytics: 'analytics',
  'chain-verifier': 'chain',
  gateway: 'gateway',
};

/** Values that the parts of one stack share. */
export type StackFacts = {
  dataDir: string;
  host: string;
  /** Origin in the browser's address bar. */
  origin: string;
  ports: Record<ServiceName, number>;
  /** The gateway's metrics port on 127.0.0.1; the other services serve metrics on their own ports. */
  metricsPort: number;
  databaseUrl: string;
  internalSecret: string;
  sessionSecret: string;
  rpcUrl: string;
  webRoot: string;
};

/** Default chat for members until one is configured: the project's public group. */
const DEVELOPMENT_CHAT = 'https://t.me/naughtylistsol';

const INHERITED = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
];

/** The variables that any program needs from our environment, and no others. */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The environment of one service in the embedded stack; each reads what it knows. `overrides` take precedence. */
export function serviceEnvironment(
  name: ServiceName,
  facts: StackFacts,
  overrides: Record<string, string>,
): Record<string, string> {
  const urlOf = (service: ServiceName) => `http://127.0.0.1:${facts.ports[service]}`;
  const shared = {
    ...inheritedEnvironment(),
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PORT: String(facts.ports[name]),
    DATABASE_URL: facts.databaseUrl,
    QUEUE_URL: facts.databaseUrl,
    INTERNAL_SECRET: facts.internalSecret,
    PUBLIC_ORIGIN: facts.origin,
    REPORTS_URL: urlOf('reports'),
    MEMBERSHIP_URL: urlOf('membership'),
    ANALYTICS_URL: urlOf('analytics'),
    CHAIN_VERIFIER_URL: urlOf('chain-verifier'),
    PUBLIC_SOLANA_RPC_URL: facts.rpcUrl,
    TELEGRAM_INVITE_LINK: DEVELOPMENT_CHAT,
  };
  if (name === 'gateway') {
    const { host: HOST, sessionSecret: SESSION_SECRET, webRoot: WEB_ROOT } = facts;
    return {
      ...shared,
      HOST,
      SESSION_SECRET,
      WEB_ROOT,
      METRICS_PORT: String(facts.metricsPort),
      ...overrides,
    };
  }
  // One metrics port cannot be shared by five processes.
  const { METRICS_PORT: _port, ...others } = overrides;
  return { ...shared, ...(name === 'chain-verifier' && chainSettings(facts)), ...others };
}

/** Of the local chain, whose addresses are there once it has started. */
function chainSettings({ dataDir, rpcUrl }: StackFacts): Record<string, string> {
  const file = join(dataDir, CHAIN_FOLDER, CHAIN_FILES.addresses);
  const { mint, burnWallet } = JSON.parse(readFileSync(file, 'utf8')) as ChainAddresses;
  return {
    SOLANA_RPC_URLS: rpcUrl,
    SOLANA_CLUSTER: 'localnet',
    LIST_MINT_ADDRESS: mint,
    BURN_WALLET_ADDRESS: burnWallet,
  };
}
