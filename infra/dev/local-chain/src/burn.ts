import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { createKeyPairFromBytes, signBytes } from '@solana/kit';
import type { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import { burnList } from './actions.ts';
import { CHAIN_FILES, CHAIN_FOLDER, type ChainAddresses, type ChainEndpoint } from './genesis/genesis.ts';
import { readKeypair } from './genesis/keypair-file.ts';

const USAGE = `usage: burn <memo> [amount in LIST, 1000000 if omitted]
       burn --no-memo [amount]
       burn --sign "<message>": prints the burning wallet's signature of a message, to paste into the page`;
const REPORT_REFERENCE = /^[A-Za-z]{3,24}\d{3,}$/;
const BASE_UNITS_PER_LIST = 1_000_000n;

/** Reads a file that the chain writes at its start. @throws Error if the chain was never started */
function chainFile<T>(folder: string, name: string): T {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
  } catch {
    throw new Error(`no local chain in ${folder}: start it first`);
  }
}

/**
 * Burns LIST of the local chain's rich holder, and prints the transaction hash; or signs a message with the same
 * wallet.
 */
async function burn(): Promise<void> {
  const { message, memo, amount } = readArguments();
  const folder = join(process.env.DATA_DIR || '.data', CHAIN_FOLDER);
  const endpoint = process.env.RPC_URL || chainFile<ChainEndpoint>(folder, CHAIN_FILES.endpoint).url;
  const payer = readKeypair(join(folder, CHAIN_FILES.richHolder));
  if (message !== undefined) return console.log(await signText(payer, message));
  const { mint, burnWallet } = chainFile<ChainAddresses>(folder, CHAIN_FILES.addresses);
  const action = {
    rpcUrl: endpoint,
    mint,
    payer,
    amount: BigInt(amount) * BASE_UNITS_PER_LIST,
  };
  if (memo === undefined) return console.log(await burnList(action));
  // Like the page; any other memo is not a report reference and has no reference key.
  const key = REPORT_REFERENCE.test(memo) && referenceKeyOf({ mint, burnWallet, reference: memo });
  console.log(await burnList({ ...action, memo, ...(key && { referenceKey: key }) }));
}

/** Signs a text as is; returns base58. */
async function signText({ secretKey }: Keypair, text: string): Promise<string> {
  const { privateKey } = await createKeyPairFromBytes(secretKey);
  return bs58.encode(await signBytes(privateKey, new TextEncoder().encode(text)));
}

function readArguments(): { message?: string | undefined; memo?: string | undefined; amount: string } {
  const { values, positionals } = parse();
  const { sign: message, 'no-memo': withoutMemo = false } = values;
  const [memo, amount = '1000000', ...more] = withoutMemo ? [undefined, ...positionals] : positionals;
  const isBurn = message === undefined && (withoutMemo || Boolean(memo)) && /^\d+$/.test(amount);
  const isSigning = Boolean(message) && !withoutMemo && memo === undefined;
  if (more.length > 0 || isBurn === isSigning) throw new Error(USAGE);
  return { message, memo, amount };
}

function parse() {
  try {
    return parseArgs({
      options: { sign: { type: 'string' }, 'no-memo': { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch {
    throw new Error(USAGE);
  }
}

try {
  await burn();
} catch (error) {
  console.error(`burn: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
