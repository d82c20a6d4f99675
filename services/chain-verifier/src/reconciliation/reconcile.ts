import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { Database } from '@naughty-list/service-kit/database/database';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Context } from '../context.ts';
import { loadMint, type Mint } from '../mint/mint.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { isOutage, pendingCode } from '../verifications/verification.ts';
import { isOnChain } from './check-payment.ts';
import {
  type AcceptedPayment,
  acceptedAfter,
  completeRun,
  countUnexplained,
  keepProgress,
  type Progress,
  takeRun,
} from './repository.ts';

const EVERY_MS = 60_000;
const PAUSE_MS = 6 * 3_600_000;
const BATCH = 100;
/** Payments looked up concurrently. */
const TOGETHER = 4;

type Reconciling = { db: Database; providers: Providers; log: Log };
type Checked = 'on_chain' | 'not_on_chain' | 'unread' | 'outage';

/**
 * Continues the run by one batch: looks accepted payments up on the chain and, after the last batch, compares them with
 * what the watcher observed. During an outage of the providers the run stays where it is. Returns whether the run is
 * complete.
 */
export async function reconcile(
  { db, providers, log }: Reconciling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<boolean> {
  const progress = await takeRun(db);
  if (!progress) return false;
  const { cluster, decimals } = mint;
  const check = (payment: AcceptedPayment) => checkOne({ db, providers, log }, payment);
  const leave = async () => {
    await keepProgress(db, progress);
    return false;
  };
  const due = await acceptedAfter(db, { cluster, afterId: progress.after_id, limit: BATCH });
  for (let at = 0; at < due.length; at += TOGETHER) {
    if (!mayGoOn()) return leave();
    const together = due.slice(at, at + TOGETHER);
    const results = await Promise.all(together.map(check));
    if (results.includes('outage')) return leave();
    add(progress, together, results);
  }
  if (due.length === BATCH) return leave();
  const { unexplainedBurned, unexplainedCredited, ...counted } = await countUnexplained(db, cluster);
  const figures = {
    payments: progress.payments,
    unread: progress.unread,
    notOnChain: progress.not_on_chain.length,
    ...counted,
    unexplainedBurned: decimalTokens(BigInt(unexplainedBurned), decimals),
    unexplainedCredited: decimalTokens(BigInt(unexplainedCredited), decimals),
  };
  await completeRun(db, { figures, pauseMs: PAUSE_MS });
  log.info(figures, 'payments reconciled with the chain');
  return true;
}

async function checkOne({ db, providers, log }: Reconciling, payment: AcceptedPayment): Promise<Checked> {
  const { id, signature } = payment;
  try {
    if (await isOnChain({ db, providers }, payment)) return 'on_chain';
    log.error({ id, signature }, 'an accepted payment is not on the chain as it was accepted');
    return 'not_on_chain';
  } catch (error) {
    const code = pendingCode(error);
    if (code === 'fault') throw error;
    if (isOutage(code)) return 'outage';
    log.warn({ id, signature, code }, 'an accepted payment cannot be read');
    return 'unread';
  }
}

function add(progress: Progress, payments: readonly AcceptedPayment[], results: readonly Checked[]): void {
  for (const [at, { id, signature }] of payments.entries()) {
    progress.payments += 1;
    progress.after_id = id;
    if (results[at] === 'unread') progress.unread += 1;
    if (results[at] === 'not_on_chain') progress.not_on_chain.push(signature);
  }
}

export const reconciliation = every(
  EVERY_MS,
  async (context: Context, mayGoOn) => {
    const { config, db, providers, log } = context;
    try {
      const mint = await loadMint(context, config.LIST_MINT_ADDRESS);
      await reconcile({ db, providers, log }, { mint, mayGoOn });
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      log.warn({ code: error.code, reason: error.message }, 'payments not reconciled');
    }
  },
  { atStart: true, name: 'reconciliation' },
);
