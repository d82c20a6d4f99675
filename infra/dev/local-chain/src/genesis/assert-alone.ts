import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAIN_FILES, type ChainEndpoint, type Genesis } from './genesis.ts';

/** `GET /health` names the chain in this header. */
export const GENESIS_HEADER = 'x-genesis-hash';

const ANSWER_WITHIN_MS = 2000;

async function genesisAt(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.body?.cancel();
    return response.headers.get(GENESIS_HEADER);
  } catch {
    // Nothing listens there, or something other than a local chain.
    return null;
  }
}

/**
 * Two processes on one log would corrupt it. Probes the last listening address, because a killed process would also
 * leave a pid or lock file behind.
 * @throws Error when the chain in this folder is running
 */
export async function assertAlone({ folder, genesisHash }: Genesis): Promise<void> {
  const path = join(folder, CHAIN_FILES.endpoint);
  if (!existsSync(path)) return;
  const { url } = JSON.parse(readFileSync(path, 'utf8')) as ChainEndpoint;
  if ((await genesisAt(url)) === genesisHash)
    throw new Error(`${folder} is in use: its chain runs at ${url}`);
}
