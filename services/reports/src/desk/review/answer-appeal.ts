import { appealTexts } from '@naughty-list/contracts/appeals';
import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { type AppealRuling, applyDecision } from '../../cases/appeals/decide.ts';
import { addModeratorMessage } from '../../cases/appeals/messages.ts';
import { carryAppeals } from '../../cases/appeals/open.ts';
import { rejectPost, setProven } from '../../cases/appeals/post-proof.ts';
import { applyReplyDecision } from '../../cases/appeals/reply.ts';
import { insertEntry } from '../../record/audit-entries.ts';
import type { Operation } from '../../record/rows.ts';
import { findListed } from '../../register/reports/repository.ts';
import { type LimitedOperation, requireWithinLimit } from '../moderation/decision-limit.ts';

type Report = { id: number; username: string };

/** Decides an appeal and records it; returns the number of its case. */
export async function decideAppeal(
  db: Knex,
  { operationId, decisionLimit, ...ruling }: AppealRuling & LimitedOperation,
): Promise<number> {
  return db.transaction(async (trx) => {
    const { who, appealId, decision, rule, reason, status } = ruling;
    await requireWithinLimit(trx, { operationId, who, decisionLimit }, status ? 1 : 0);
    const { report_id: id, username } = await applyDecision(trx, ruling);
    const details = { appeal: String(appealId), decision, rule, reason, ...(status && { status }) };
    return record(trx, { operationId, who, action: 'decide_appeal', details, row: { id, username } });
  });
}

/** Writes to the account of an appeal; the audit log records that it happened, not the text. */
export const writeToAccount = (db: Knex, { text, ...operation }: OnAppeal & { text: string }) =>
  inCase(db, operation, async (trx, { appealId, who }) => {
    await addModeratorMessage(trx, { appealId, who, text });
    return { action: 'write_to_account' };
  });

/**
 * Records, once, that an appeal comes from the account itself, and what proves it. If its report has left the list, and the
 * account was reported again, the appeal goes on there.
 */
export const confirmAccount = (db: Knex, { reason, ...operation }: OnAppeal & { reason: string }) =>
  inCase(db, operation, async (trx, { appealId, row }) => {
    if (!(await setProven(trx, appealId, 'moderator'))) return undefined;
    const listed = await findListed(trx, row.username);
    if (listed && listed.id !== row.id) await carryAppeals(trx, listed);
    return { action: 'confirm_account', details: { reason } };
  });

/**
 * Rejects a post that proves nothing and writes the reason to the account.
 *
 * @throws ApiError not_found, changed_meanwhile
 */
export const rejectPostProof = (
  db: Knex,
  { postUrl, text, ...operation }: OnAppeal & { postUrl: string; text: string },
) =>
  inCase(db, operation, async (trx, { appealId, who }) => {
    await rejectPost(trx, { appealId, postUrl });
    await addModeratorMessage(trx, { appealId, who, text });
    return { action: 'write_to_account', details: { proof: 'rejected' } };
  });

/** Publishes the reply of a case or rejects it, and records the decision. */
export async function decideReply(
  db: Knex,
  { operationId, decisionLimit, ...request }: Parameters<typeof applyReplyDecision>[1] & LimitedOperation,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { who, decision } = request;
    await requireWithinLimit(trx, { operationId, who, decisionLimit }, 0);
    const report = await applyReplyDecision(trx, request);
    await record(trx, { operationId, who, action: 'decide_reply', details: { decision }, row: report });
  });
}

type OnAppeal = LimitedOperation & { appealId: number };

/** Locks the case of an appeal and records what is done there; returns its number. @throws ApiError not_found */
async function inCase(
  db: Knex,
  { appealId, ...operation }: OnAppeal,
  act: (
    trx: Knex.Transaction,
    on: { appealId: number; who: string; row: Report },
  ) => Promise<(Pick<Entry, 'action'> & Partial<Pick<Entry, 'details'>>) | undefined>,
): Promise<number> {
  return db.transaction(async (trx) => {
    await requireWithinLimit(trx, operation, 0);
    const known = await trx('appeals').where({ id: appealId }).first('report_id');
    const row: Report | undefined = await trx('scammer_reports')
      .where({ id: known?.report_id ?? 0 })
      .forUpdate()
      .first('id', 'username');
    // It may have been erased while this waited for the lock.
    const appeal = await trx('appeals').where({ id: appealId, erased_at: null }).first('id');
    if (!row || !appeal) throw new ApiError('not_found', appealTexts.unknown);
    const done = await act(trx, { appealId, who: operation.who, row });
    const details = { appeal: String(appealId), ...done?.details };
    return done ? record(trx, { ...operation, ...done, details, row }) : row.id;
  });
}

type Entry = Operation & {
  action: AuditEntry['action'];
  details: Record<string, string>;
  row: Report;
};

/** Records a decision about a case; returns the case's number. */
async function record(trx: Knex, entry: Entry): Promise<number> {
  await insertEntry(trx, { ...entry, subject: 'scammer_report' });
  return entry.row.id;
}
