import { appealTexts } from '@naughty-list/contracts/appeals';
import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { type DecidedAppeal, decideAppeal as decide } from '../appeals/decide.ts';
import { writeToAccount as write } from '../appeals/messages.ts';
import { confirmAccount as confirm, rejectPost } from '../appeals/post-proof.ts';
import { decideReply as decideOnReply } from '../appeals/reply.ts';
import { insertEntry } from '../audit-log/repository.ts';
import type { Operation } from '../moderation/repository.ts';

type Report = { id: number; username: string };

/** Decides an appeal and records it; returns the number of its case. */
export async function decideAppeal(
  db: Knex,
  { operationId, ...decided }: DecidedAppeal & Operation,
): Promise<number> {
  return db.transaction(async (trx) => {
    const { who, appealId, decision, rule, reason, status } = decided;
    await decide(trx, decided);
    const details = { appeal: String(appealId), decision, rule, reason, ...(status && { status }) };
    return record(trx, { operationId, who, action: 'decide_appeal', details, appealId });
  });
}

/** Writes to the account of an appeal; the log has that it happened, and not what was written. */
export async function writeToAccount(
  db: Knex,
  { appealId, text, ...operation }: Operation & { appealId: number; text: string },
): Promise<number> {
  return db.transaction(async (trx) => {
    await requireAppeal(trx, appealId);
    await write(trx, { appealId, who: operation.who, text });
    const details = { appeal: String(appealId) };
    return record(trx, { ...operation, action: 'write_to_account', details, appealId });
  });
}

/** Confirms that an appeal comes from the account itself, and records it, once. */
export async function confirmAccount(
  db: Knex,
  { appealId, ...operation }: Operation & { appealId: number },
): Promise<number> {
  return db.transaction(async (trx) => {
    const reportId = await requireAppeal(trx, appealId);
    if (!(await confirm(trx, appealId))) return reportId;
    const details = { appeal: String(appealId) };
    return record(trx, { ...operation, action: 'confirm_account', details, appealId });
  });
}

/**
 * Rejects a post that proves nothing, and writes to the account why.
 * @throws ApiError not_found, changed_meanwhile
 */
export async function rejectPostProof(
  db: Knex,
  { appealId, postUrl, text, ...operation }: Operation & { appealId: number; postUrl: string; text: string },
): Promise<number> {
  return db.transaction(async (trx) => {
    await requireAppeal(trx, appealId);
    await rejectPost(trx, { appealId, postUrl });
    await write(trx, { appealId, who: operation.who, text });
    const details = { appeal: String(appealId), proof: 'rejected' };
    return record(trx, { ...operation, action: 'write_to_account', details, appealId });
  });
}

/** Shows the reply of a case, or deletes it, and records that. */
export async function decideReply(
  db: Knex,
  { operationId, ...request }: Parameters<typeof decideOnReply>[1] & Operation,
): Promise<void> {
  await db.transaction(async (trx) => {
    const report = await decideOnReply(trx, request);
    const { who, decision } = request;
    const entry = { operationId, who, action: 'decide_reply', subject: 'scammer_report' } as const;
    await insertEntry(trx, { ...entry, row: report, details: { decision } });
  });
}

/** Locks the appeal's case. @throws ApiError not_found */
async function requireAppeal(trx: Knex, id: number): Promise<number> {
  const known = await trx('appeals').where({ id }).first('report_id');
  await trx('scammer_reports')
    .where({ id: known?.report_id ?? 0 })
    .forUpdate()
    .first('id');
  // It may have been erased while the lock was waited for.
  const appeal = await trx('appeals').where({ id, erased_at: null }).first('report_id');
  if (!appeal) throw new ApiError('not_found', appealTexts.unknown);
  return appeal.report_id;
}

async function record(
  trx: Knex,
  {
    appealId,
    ...entry
  }: Operation & { action: AuditEntry['action']; details: Record<string, string>; appealId: number },
): Promise<number> {
  const report: Report = await trx('appeals')
    .join('scammer_reports as report', 'report.id', 'report_id')
    .where({ 'appeals.id': appealId })
    .first('report.id', 'username');
  await insertEntry(trx, { ...entry, subject: 'scammer_report', row: report });
  return report.id;
}
