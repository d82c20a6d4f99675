import { appealTexts, POST_PROOF_HOURS } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { areOwn, changeRows } from '../../record/row-leaves.ts';
import { currentName, lockNames } from '../../register/aliases/repository.ts';
import { rereadNow } from '../../register/aliases/reread.ts';
import { judgePost, postIdIn } from '../../register/posts/judge-post.ts';
import { type FetchOembed, orUnanswered } from '../../register/posts/oembed.ts';
import { findAppeal, type LockedAppeal, lockByCode } from './appeal.ts';
import { makePostCode, unknownCode } from './case-code.ts';

/**
 * Issues a code to post; invalidates the previous one.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible
 */
export async function issuePostProof(db: Knex, caseCode: unknown): Promise<void> {
  await db.transaction(async (trx) => {
    const appeal = await lockByCode(trx, caseCode);
    requireProvable(appeal);
    await changeRows(trx, 'appeals', [appeal.id], () =>
      trx('appeals')
        .where({ id: appeal.id })
        .update({
          proof_code: makePostCode(),
          proof_issued_at: trx.fn.now(),
          proof_expires_at: trx.raw(`now() + interval '${POST_PROOF_HOURS} hours'`),
          proof_url: null,
        }),
    );
  });
}

function requireProvable({ proven_at, isAnswerable }: LockedAppeal): void {
  if (proven_at) throw new ApiError('appeal_not_possible', appealTexts.proven);
  if (!isAnswerable) throw new ApiError('appeal_not_possible', appealTexts.gone);
}

type PendingProof = { code: string; issuedAt: Date; username: string };

/**
 * Checks the post with the code and records that control of the account is proven; not by a new owner of its old name. If
 * posts cannot be checked, X does not respond, or code or name are not the product's, stores the post for a moderator.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible, proof_expired, proof_invalid
 */
export async function checkPostProof(
  db: Knex,
  { caseCode, postUrl, now }: { caseCode: unknown; postUrl: string; now: Date },
  fetchOembed: FetchOembed | undefined,
): Promise<void> {
  const proof = await findPendingProof(db, caseCode, fetchOembed);
  const postId = postIdIn(postUrl, proof.username);
  const answer = fetchOembed
    ? await orUnanswered(fetchOembed({ username: proof.username, postId }))
    : 'unanswered';
  const isRead = answer !== 'unanswered';
  if (isRead) {
    const failure = judgePost(answer, { ...proof, postId, now });
    if (failure) throw new ApiError('proof_invalid', appealTexts.proofFailed[failure]);
  }
  await db.transaction(async (trx) => {
    const appeal = await lockByCode(trx, caseCode);
    requireProvable(appeal);
    const changed = await trx('appeals')
      .where({ id: appeal.id, proof_code: proof.code })
      .where('proof_expires_at', '>', trx.fn.now())
      .update({ proof_url: postUrl });
    if (changed === 0) throw new ApiError('proof_expired', appealTexts.proofExpired);
    if (isRead && (await isRecorded(trx, appeal, proof.username))) await setProven(trx, appeal.id, 'post');
  });
}

/** Whether the product issued the code, and knows the account by this name: both could be set in the database for a moment. */
async function isRecorded(
  trx: Knex,
  { id, report_id: reportId }: LockedAppeal,
  username: string,
): Promise<boolean> {
  const named = trx('scammer_reports as report')
    .where({ id: reportId })
    .whereRaw(`${currentName('report')} = ?`, [username]);
  await lockNames(trx, reportId);
  return (
    (await areOwn(trx, 'appeals', [id])) &&
    (await areRecorded(trx, [`report ${reportId}`], { cases: [reportId] })) &&
    (await named.first('id')) !== undefined
  );
}

async function findPendingProof(
  db: Knex,
  caseCode: unknown,
  fetchOembed: FetchOembed | undefined,
): Promise<PendingProof> {
  const id = await findAppeal(db, caseCode);
  const appeal = await db('appeals')
    .where({ id })
    .first('report_id', 'proven_at', {
      isValid: db.raw('proof_expires_at > now()'),
    });
  if (!appeal) throw unknownCode();
  if (appeal.proven_at) throw new ApiError('appeal_not_possible', appealTexts.proven);
  if (!appeal.isValid) throw new ApiError('proof_expired', appealTexts.proofExpired);
  if (fetchOembed) await orUnanswered(rereadNow(db, appeal.report_id, fetchOembed));
  const pending = await db('appeals')
    .join('scammer_reports as report', 'report.id', 'report_id')
    .where({ 'appeals.id': id })
    .first('proof_code as code', 'proof_issued_at as issuedAt', {
      username: db.raw(currentName('report')),
    });
  if (!pending?.username) throw new ApiError('proof_invalid', appealTexts.proofFailed.author);
  return pending;
}

/**
 * Records that control of the account is proven, by its post or by a moderator's check; false when it was proven before.
 */
export async function setProven(trx: Knex, appealId: number, by: 'post' | 'moderator'): Promise<boolean> {
  const proven: { report_id: number }[] = await changeRows(trx, 'appeals', [appealId], () =>
    trx('appeals')
      .where({ id: appealId, proven_at: null })
      .update({
        proven_at: trx.fn.now(),
        proven_by: by,
        version: trx.raw('version + 1'),
      })
      .returning('report_id'),
  );
  const cases = proven.map((row) => row.report_id);
  await recordChanges(trx, { cases, appeals: [appealId] }, ['proof']);
  return cases.length === 1;
}

/**
 * Rejects a post that a moderator found to prove nothing. The code stays valid for another post.
 *
 * @throws ApiError changed_meanwhile
 */
export async function rejectPost(
  trx: Knex,
  { appealId, postUrl }: { appealId: number; postUrl: string },
): Promise<void> {
  const changed = await trx('appeals')
    .where({ id: appealId, proof_url: postUrl, proven_at: null })
    .update({ proof_url: null });
  if (changed === 0) throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
}
