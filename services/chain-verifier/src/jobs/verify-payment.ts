import type { JobPayload } from '@naughty-list/contracts/job';
import {
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  verifyPaymentJob,
} from '@naughty-list/contracts/payment-jobs';
import { Address } from '@naughty-list/contracts/primitives';
import { type PaymentDemand, WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import type { Database } from '@naughty-list/service-kit/database/database';
import { handle, type JobHandler, RetryLater } from '@naughty-list/service-kit/jobs/handler';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Evidence } from '../chain/facts.ts';
import type { Context } from '../context.ts';
import { recordRequested } from '../reference-keys/repository.ts';
import { keyOf } from '../terms/terms.ts';
import { findEvidence } from '../verifications/judging-repository.ts';
import { findMainPayer, findVerification, isPolled, leaveToPoller } from '../verifications/repository.ts';
import {
  FOLLOWED_MS,
  isCausedByTransaction,
  isForPoller,
  pendingCode,
  purposeOf,
  type VerificationRecord,
} from '../verifications/verification.ts';
import { type Verifier, verify } from '../verifications/verify.ts';

// A transaction that was just sent cannot have progressed before this.
const FIRST_POLL_MS = 400;
const POLL_AGAIN_MS = 1_000;
/** Of ten concurrent jobs, so that previews leave room for payments; further previews wait for the poller. */
const PREVIEWS_AT_ONCE = 3;
/** The longest pause before a payment that may never be judged is judged again. */
const LONGEST_MS = 6 * 3_600_000;

type Payload = JobPayload<typeof verifyPaymentJob>;

/**
 * Judges a payment and sends the verdict to its owner. A fault throws and is retried; payments that wait for the chain are
 * left to the poller, which looks up many in one call. A rerun finds the verdict and sends it again, which is harmless.
 */
export function verifyPayment(context: Context): JobHandler {
  const { db, paymentMetrics, config } = context;
  let previews = 0;
  const judge = async (payload: Payload, verifier: Verifier): Promise<VerificationRecord | undefined> => {
    const { id, poll, requestId } = payload;
    return verify(verifier, payload).catch(async (error) => {
      const code = pendingCode(error);
      paymentMetrics.undecided({ code });
      if (!isForPoller(code)) return reschedule(verifier, id, error);
      if (!poll) await pollReferenceKey(db, payload.demand, config);
      await leaveToPoller(db, { id, requestId, afterMs: poll ? POLL_AGAIN_MS : FIRST_POLL_MS });
      return undefined;
    });
  };
  const judgePreview = async (payload: Payload): Promise<VerificationRecord | undefined> => {
    const { id, requestId } = payload;
    if (previews >= PREVIEWS_AT_ONCE) {
      await leaveToPoller(db, { id, requestId, afterMs: POLL_AGAIN_MS });
      return undefined;
    }
    previews += 1;
    return judge(payload, context.previewer).finally(() => {
      previews -= 1;
    });
  };
  return handle(verifyPaymentJob, async (payload, { log }) => {
    const { id, round, poll } = payload;
    if (round > 0 && !poll && (await isPolled(db, { id, round }))) return;
    const isPreview = purposeOf(id) === 'look';
    const record = await (isPreview ? judgePreview(payload) : judge(payload, context.verifier));
    if (!record) {
      log.debug({ id }, 'waiting for the poller');
      return;
    }
    if (record.outcome === 'pending') {
      log.debug({ id: record.id, round: record.round }, 'undecided, or superseded by a newer round');
      return;
    }
    const { purpose, outcome, code } = record;
    paymentMetrics.judged({ purpose, outcome, code: code ?? 'none' });
    log.info({ id: record.id, outcome: record.outcome, code: record.code }, 'judged');
    await sendVerdict(context, record, payload);
  });
}

/**
 * Handles a judging that decided nothing. Anyone may ask about any transaction, and some can never be judged (the
 * oldest on the chain have no balances): those are retried ever more rarely, so that they cannot pile up ahead of
 * payments. A preview that is no longer followed is left as it is, and its record returned. Throws the error to retry.
 */
export async function reschedule(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  error: unknown,
): Promise<VerificationRecord> {
  const record = await findVerification(db, id).catch(() => undefined);
  if (!record) throw error;
  const ageMs = clock.now().getTime() - record.receivedAt.getTime();
  if (record.purpose === 'look' && ageMs >= FOLLOWED_MS) return record;
  throw isCausedByTransaction(pendingCode(error))
    ? new RetryLater(Math.min(ageMs / 4, LONGEST_MS), error)
    : error;
}

/** Also looks for the payment by its reference key: the hash may be wrong, or its transaction replaced. */
async function pollReferenceKey(
  db: Database,
  demand: PaymentDemand,
  config: Context['config'],
): Promise<void> {
  const { LIST_MINT_ADDRESS: mint, BURN_WALLET_ADDRESS: burnWallet } = config;
  const { subject, reference } = demand;
  const referenceKey = keyOf(demand, { mint, burnWallet });
  if (referenceKey !== undefined) await recordRequested(db, { subject, reference, referenceKey });
}

async function sendVerdict(
  { db, queues, verifier }: Pick<Context, 'db' | 'queues' | 'verifier'>,
  record: VerificationRecord,
  payload: Payload,
): Promise<void> {
  switch (record.purpose) {
    case 'look':
      return;
    case 'removal': {
      const blockTime = (await evidenceOf(verifier, record))?.blockTime ?? undefined;
      return queues.add(applyBurnVerdictJob, { ...verdictPayload(record, payload), blockTime });
    }
    case 'membership': {
      const payer = Address.nullable().parse(await findMainPayer(db, record));
      return queues.add(applyMembershipVerdictJob, { ...verdictPayload(record, payload), payer });
    }
  }
}

/** The evidence of an accepted claim: read again if it is not stored, as before it is final. Throws an RpcFault. */
async function evidenceOf(
  { db, evidence }: Verifier,
  { cluster, signature, outcome }: VerificationRecord,
): Promise<Evidence | undefined> {
  if (cluster === null || outcome !== 'accepted') return undefined;
  const stored = await findEvidence(db, { cluster, signature });
  if (stored) return stored;
  const reading = await evidence(signature);
  if ('fault' in reading) throw reading.fault;
  return 'evidence' in reading ? reading.evidence : undefined;
}

function verdictPayload(
  record: VerificationRecord,
  { round, requestId }: Payload,
): JobPayload<typeof applyBurnVerdictJob> {
  // Its owner may have added it to an intent of a higher price since.
  const isWhole = record.outcome === 'accepted' && !record.demand.fixed;
  const code = isWhole ? (record.code ?? WHOLE_PRICE) : record.code;
  const payers = record.payers ?? undefined;
  const intent = record.demand.intent ?? null;
  return applyBurnVerdictJob.payload.parse({ ...record, code, payers, intent, round, requestId });
}
