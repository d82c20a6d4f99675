import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { burnList } from './actions.ts';
import { CHAIN_FILES, CHAIN_FOLDER, type ChainAddresses, type ChainEndpoint } from './genesis/genesis.ts';
import { readKeypair } from './genesis/keypair-file.ts';

const USAGE = 'usage: burn <memo> [amount in LIST, 1000000 when left out]';
const BASE_UNITS_PER_LIST = 1_000_000n;

/** A file that the chain writes when it starts. @throws Error that says so */
function chainFile<T>(folder: string, name: string): T {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
  } catch {
    throw new Error(`no local chain in ${folder}: start it first`);
  }
}

/** Burns LIST of the local chain's rich holder with a memo, and prints the transaction hash. */
async function burn(): Promise<void> {
  const [text, amount = '1000000'] = process.argv.slice(2);
  if (!text || !/^\d+$/.test(amount)) throw new Error(USAGE);
  const folder = join(process.env.DATA_DIR || '.data', CHAIN_FOLDER);
  const signature = await burnList({
    rpcUrl: process.env.RPC_URL || chainFile<ChainEndpoint>(folder, CHAIN_FILES.endpoint).url,
    mint: chainFile<ChainAddresses>(folder, CHAIN_FILES.addresses).mint,
    payer: readKeypair(join(folder, CHAIN_FILES.richHolder)),
    amount: BigInt(amount) * BASE_UNITS_PER_LIST,
    memo: text,
  });
  console.log(signature);
}

try {
  await burn();
} catch (error) {
  console.error(`burn: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
