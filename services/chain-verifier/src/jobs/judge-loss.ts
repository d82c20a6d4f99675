import { applyLossJob, judgeLossJob, type ProvenLoss } from '@naughty-list/contracts/losses';
import { handle, type JobHandler, RetryLater } from '@naughty-list/service-kit/jobs/handler';
import type { Context } from '../context.ts';
import { collectLoss } from '../evidence/collect-loss.ts';
import { judgeLoss as judge } from '../verdicts/judge-loss.ts';

const ASK_AGAIN_MS = 5_000;
/** After this many attempts, a transaction that no provider knows counts as never landed. */
const LOOK_UPS = 20;

/**
 * Judges whether a transaction proves a loss, and sends the result to the statement's owner. A fault throws and is retried;
 * it never refuses. Uses `spareProviders`, so that payments have precedence.
 */
export function judgeLoss({ spareProviders, config, queues }: Context): JobHandler {
  return handle(judgeLossJob, async ({ statementId, round, transaction, wallet }, { attempt, log }) => {
    const facts = await collectLoss(spareProviders, {
      signature: transaction,
      commitment: config.SOLANA_COMMITMENT,
    });
    if (facts === 'not-final' || (facts === null && attempt < LOOK_UPS))
      throw new RetryLater(ASK_AGAIN_MS, new Error(facts ?? 'not found yet'));
    const verdict = facts
      ? judge(facts.evidence, facts.lamports, wallet)
      : ({ outcome: 'refused', code: 'not_found' } as const);
    log.info(
      { statementId, ...(verdict.outcome === 'refused' ? verdict : { outcome: 'proven' }) },
      'loss judged',
    );
    if (verdict.outcome === 'refused') return queues.add(applyLossJob, { statementId, round, verdict });
    const sentAt = new Date((facts?.evidence.blockTime ?? 0) * 1_000).toISOString();
    const loss: ProvenLoss = { transaction, sentAt, sent: verdict.sent };
    return queues.add(applyLossJob, { statementId, round, verdict: { outcome: 'proven', loss } });
  });
}
