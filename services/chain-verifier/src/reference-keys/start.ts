import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { loadMint } from '../mint/load.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { findTerms } from '../terms/repository.ts';
import { watchOf } from '../watch/start.ts';
import { handleFoundByKey, pollKeys } from './poll-keys.ts';

const EVERY_MS = 1_000;
const AFTER_FAULT_MS = 5_000;

/**
 * Polls reference keys until the context closes. Every worker polls; each takes due keys that no other has taken.
 * Listing and reading run concurrently, so that a provider that hangs on a list does not delay what another one listed.
 */
export function startKeyPolling(context: Context): void {
  const { config, db, log, onClose } = context;
  if (config.WATCH_FROM === 'never') return;
  const closing = new AbortController();
  const repeat = async (round: () => Promise<unknown>) => {
    while (!closing.signal.aborted) {
      const waitMs = await round().then(
        () => EVERY_MS,
        (error: unknown) => {
          const isKnown = error instanceof RpcFault;
          log.warn(
            isKnown ? { code: error.code, reason: error.message } : { err: error },
            'polling of reference keys failed',
          );
          return AFTER_FAULT_MS;
        },
      );
      await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const mint = () => loadMint(context, config.LIST_MINT_ADDRESS);
  const open = async () => watchOf(context, await findTerms(db, (await mint()).cluster));
  const running = Promise.all([
    repeat(async () => pollKeys(context, (await mint()).cluster)),
    repeat(async () => handleFoundByKey(context, { mint: await mint(), open })),
  ]);
  onClose(async () => {
    closing.abort();
    await running;
  });
}
