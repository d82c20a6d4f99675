/** The services of the product; `services/<name>/src/main.ts all` runs each of them. */
export const SERVICE_NAMES = ['reports', 'membership', 'analytics', 'chain-verifier', 'gateway'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** What the parts of one stack need to know about each other. */
export type StackFacts = {
  host: string;
  /** What the browser's address bar shows. */
  origin: string;
  ports: Record<ServiceName, number>;
  /** Where the gateway tells its metrics, on 127.0.0.1; the others tell theirs on their own ports. */
  metricsPort: number;
  databaseUrl: string;
  internalSecret: string;
  sessionSecret: string;
  rpcUrl: string;
  webRoot: string;
  /** Where visits wait while the queue is away. */
  visitSpool: string;
};

/** The addresses that the local chain made at its first start. */
export type ChainAddresses = { mint: string; burnWallet: string };

/** Where members are sent while nobody has set a chat of their own: the project's public group. */
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

/** What any program needs from the environment that we run in, and nothing of the rest. */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The environment of one service in the embedded stack. `overrides` win. */
export function serviceEnvironment(
  name: ServiceName,
  facts: StackFacts,
  addresses: ChainAddresses | undefined,
  overrides: Record<string, string>,
): Record<string, string> {
  return {
    ...inheritedEnvironment(),
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    HOST: name === 'gateway' ? facts.host : '127.0.0.1',
    PORT: String(facts.ports[name]),
    DATABASE_URL: facts.databaseUrl,
    QUEUE_URL: facts.databaseUrl,
    INTERNAL_SECRET: facts.internalSecret,
    ...ownEnvironment(name, facts, addresses),
    ...(name === 'gateway' ? overrides : withoutMetricsDoor(overrides)),
  };
}

/** One port cannot be five processes'. */
function withoutMetricsDoor({
  METRICS_PORT: _port,
  ...overrides
}: Record<string, string>): Record<string, string> {
  return overrides;
}

function ownEnvironment(
  name: ServiceName,
  facts: StackFacts,
  addresses: ChainAddresses | undefined,
): Record<string, string> {
  const urlOf = (service: ServiceName) => `http://127.0.0.1:${facts.ports[service]}`;
  if (name === 'gateway') {
    return {
      SESSION_SECRET: facts.sessionSecret,
      METRICS_PORT: String(facts.metricsPort),
      REPORTS_URL: urlOf('reports'),
      MEMBERSHIP_URL: urlOf('membership'),
      ANALYTICS_URL: urlOf('analytics'),
      CHAIN_VERIFIER_URL: urlOf('chain-verifier'),
      PUBLIC_SOLANA_RPC_URL: facts.rpcUrl,
      WEB_ROOT: facts.webRoot,
      VISIT_SPOOL_DIR: facts.visitSpool,
      PUBLIC_ORIGIN: facts.origin,
    };
  }
  if (name === 'reports') return { CHAIN_VERIFIER_URL: urlOf('chain-verifier') };
  if (name === 'membership') {
    return { CHAIN_VERIFIER_URL: urlOf('chain-verifier'), TELEGRAM_INVITE_LINK: DEVELOPMENT_CHAT };
  }
  if (name !== 'chain-verifier' || !addresses) return {};
  return {
    SOLANA_RPC_URLS: facts.rpcUrl,
    PUBLIC_SOLANA_RPC_URL: facts.rpcUrl,
    SOLANA_CLUSTER: 'localnet',
    LIST_MINT_ADDRESS: addresses.mint,
    BURN_WALLET_ADDRESS: addresses.burnWallet,
  };
}
