import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Clock } from '@naughty-list/service-kit/clock';
import type { Database } from '@naughty-list/service-kit/database';
import type { Log } from '@naughty-list/service-kit/log';
import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment } from '../chain/rpc.ts';
import type { EvidenceDesk } from '../evidence/obtain.ts';
import { findEvidence, forgetEvidence } from '../evidence/repository.ts';
import { loadMint } from '../mint/load.ts';
import type { Providers } from '../providers/providers.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import { demandFor, type HouseRules } from './build-demand.ts';
import { conclude } from './conclude.ts';
import { findStatus } from './find-status.ts';
import { giveUp } from './give-up.ts';
import { isAlarming, NotDecidedYet, pendingCode, pendingMessage } from './pending.ts';
import { refuseUsed } from './refuse-used.ts';
import { noteProgress, receive } from './repository.ts';
import { type ChainStage, purposeOf, type VerificationRecord } from './verification.ts';

/** What judging needs; `house` and the rest come from the settings. */
export type Verifier = {
  db: Database;
  providers: Providers;
  evidence: EvidenceDesk;
  clock: Clock;
  log: Log;
  mintAddress: string;
  commitment: JudgedCommitment;
  notFoundAfterMs: number;
  house: HouseRules;
};

/**
 * Judges one payment, once: a verification that is decided is answered as it is, and one that its owner has asked for
 * again since (`round`) is left pending to whoever answers that. Throws {@link NotDecidedYet} or an RpcFault where
 * nothing can be decided now; the record then says how far it has come and why it is not further.
 */
export async function verify(
  verifier: Verifier,
  asked: { id: string; signature: string; demand: PaymentDemand; round: number },
): Promise<VerificationRecord> {
  const { db, clock } = verifier;
  const record = await receive(db, { ...asked, purpose: purposeOf(asked.id), at: clock.now() });
  if (record.outcome !== 'pending' || record.round > asked.round) return record;
  try {
    return await decideNow(verifier, record);
  } catch (error) {
    await noteFault(verifier, record, error).catch((err) => verifier.log.warn({ err }, 'fault not noted'));
    throw error;
  }
}

async function decideNow(verifier: Verifier, record: VerificationRecord): Promise<VerificationRecord> {
  const { db, providers, clock } = verifier;
  const mint = await loadMint({ db, providers }, verifier.mintAddress);
  const { cluster } = mint;
  const now = clock.now();
  const demand = demandFor(record.demand, { mint, house: verifier.house, now });
  const used = await refuseUsed(db, record, { cluster, demand });
  if (used) return conclude(db, record, { decision: used, cluster, demand, at: now });
  const evidence = await evidenceFor(verifier, record, cluster);
  if (!evidence) {
    const decision = await giveUp(verifier, record, demand);
    return conclude(db, record, { decision, cluster, demand, at: now });
  }
  const verdict = judgePayment(evidence, demand);
  if (verdict.outcome === 'unknown') {
    await forgetEvidence(db, { cluster, signature: record.signature });
    throw new NotDecidedYet(verdict.code, verdict.detail);
  }
  return conclude(db, record, { verdict, evidence, cluster, demand, at: now });
}

/** Stored evidence, or that of a transaction that has come far enough; nothing where no provider knows it. */
async function evidenceFor(
  verifier: Verifier,
  record: VerificationRecord,
  cluster: string,
): Promise<Evidence | undefined> {
  const { db, providers, clock, commitment } = verifier;
  const { id, signature } = record;
  const stored = await findEvidence(db, { cluster, signature });
  if (stored) return stored;
  const status = await findStatus(providers, signature);
  if (!status) return undefined;
  const stage = stageOf(status.commitment);
  const code = 'not_finalized';
  await noteProgress(db, id, { stage, code, message: pendingMessage(code), seenAt: clock.now() });
  if (status.commitment !== 'finalized' && status.commitment !== commitment)
    throw new NotDecidedYet(code, status.commitment);
  return verifier.evidence({ cluster, signature, commitment, status });
}

function stageOf(commitment: 'processed' | JudgedCommitment): ChainStage {
  return ({ processed: 'found', confirmed: 'confirmed', finalized: 'finalised' } as const)[commitment];
}

async function noteFault({ db, log }: Verifier, { id }: VerificationRecord, error: unknown): Promise<void> {
  const code = pendingCode(error);
  if (isAlarming(code)) log.error({ id, code, err: error }, 'a payment cannot be judged');
  await noteProgress(db, id, { stage: 'received', code, message: pendingMessage(code) });
}
