// `node --import /app/settings.mjs src/main.ts` fills in settings that the environment lacks, before a service reads
// them: secrets from the volume `settings`, and Solana from the local chain while SOLANA_RPC_URLS is not set.
// `node settings.mjs` checks that the required settings are there, and generates the secrets that are missing.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = process.env.SETTINGS_DIR ?? '/settings';
const LOCAL_CHAIN = process.env.LOCAL_CHAIN_DIR ?? '/local-chain';
const SECRETS = ['POSTGRES_PASSWORD', 'INTERNAL_SECRET', 'SESSION_SECRET'];
const REQUIRED = [
  'PUBLIC_ORIGIN',
  'SOLANA_RPC_URLS',
  'LIST_MINT_ADDRESS',
  'BURN_WALLET_ADDRESS',
  // Without it, members would pay without getting a link.
  process.env.TELEGRAM_BOT_TOKEN ? 'TELEGRAM_CHAT_ID' : 'TELEGRAM_INVITE_LINK',
];
/** Who runs the site and how to reach them, which its legal pages say. An upgrade starts without, and the doctor warns. */
const REQUIRED_AT_FIRST = ['OPERATOR_NAME', 'CONTACT_EMAIL'];

/** The public endpoints that browsers use by default (solana.com/docs/references/clusters). */
const publicEndpoint = (cluster) => `https://api.${cluster}.solana.com`;

function localChain() {
  const file = join(LOCAL_CHAIN, 'local-chain/addresses.json');
  if (!existsSync(file)) return {};
  const { mint, burnWallet } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    PUBLIC_ORIGIN: 'http://localhost:8080',
    SOLANA_CLUSTER: 'localnet',
    SOLANA_RPC_URLS: 'http://local-chain:8899',
    PUBLIC_SOLANA_RPC_URL: 'http://127.0.0.1:8899',
    LIST_MINT_ADDRESS: mint,
    BURN_WALLET_ADDRESS: burnWallet,
    TELEGRAM_INVITE_LINK: 'https://t.me/example',
    OPERATOR_NAME: 'A trial on the local chain',
    CONTACT_EMAIL: 'santa@example.com',
  };
}

function fillIn(settings) {
  for (const [name, value] of Object.entries(settings)) process.env[name] ||= value;
}

function generateSecrets() {
  for (const name of SECRETS) {
    const file = join(FOLDER, name);
    const value = process.env[name] || (existsSync(file) ? '' : randomBytes(32).toString('hex'));
    if (!value) continue;
    // PostgreSQL's user reads its password from here, too; only this product's containers mount the volume.
    writeFileSync(`${file}.new`, value, { mode: 0o444, flush: true });
    renameSync(`${file}.new`, file);
  }
}

if (!process.env.SOLANA_RPC_URLS) fillIn(localChain());

if (process.argv[1] === import.meta.filename) {
  const isFirst = SECRETS.every((name) => !existsSync(join(FOLDER, name)));
  const missing = [...REQUIRED, ...(isFirst ? REQUIRED_AT_FIRST : [])].filter((name) => !process.env[name]);
  if (missing.length > 0) {
    console.error(
      `Set ${missing.join(', ')} in .env (see .env.example), or try the product without: docker compose --profile local-chain up --build`,
    );
    process.exit(1);
  }
  generateSecrets();
} else {
  const files = SECRETS.filter((name) => existsSync(join(FOLDER, name)));
  fillIn(Object.fromEntries(files.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')])));
  const password = encodeURIComponent(process.env.POSTGRES_PASSWORD ?? '');
  const cluster = process.env.SOLANA_CLUSTER || 'mainnet-beta';
  fillIn({
    DATABASE_URL: `postgres://naughty_list:${password}@postgres:5432/naughty_list`,
    SOLANA_CLUSTER: cluster,
    PUBLIC_SOLANA_RPC_URL: publicEndpoint(cluster),
    MARKET_TOKEN_ADDRESS: cluster === 'mainnet-beta' ? (process.env.LIST_MINT_ADDRESS ?? '') : '',
  });
}
