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

/** The addresses created by the local chain at its first start. */
export type ChainAddresses = { mint: string; burnWallet: string };

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

/** The environment of one service in the embedded stack; `overrides` take precedence. */
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
    ...(name === 'gateway' ? overrides : withoutMetricsServer(overrides)),
  };
}

/** One metrics port cannot be shared by five processes. */
function withoutMetricsServer({
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
      PUBLIC_ORIGIN: facts.origin,
    };
  }
  if (name === 'reports') {
    return {
      CHAIN_VERIFIER_URL: urlOf('chain-verifier'),
      PUBLIC_ORIGIN: facts.origin,
      ...(addresses && { LIST_MINT_ADDRESS: addresses.mint }),
    };
  }
  if (name === 'membership') {
    return {
      CHAIN_VERIFIER_URL: urlOf('chain-verifier'),
      PUBLIC_ORIGIN: facts.origin,
      TELEGRAM_INVITE_LINK: DEVELOPMENT_CHAT,
    };
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
