import { appealTexts, POST_PROOF_HOURS } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { recordChanges } from '../ledger/append.ts';
import { type LockedAppeal, lockByCode } from './appeal.ts';
import { hashOfEntered, makePostCode, unknownCode } from './case-code.ts';
import { judgePost, postIdIn } from './judge-post.ts';
import { type AskOembed, orUnanswered } from './oembed.ts';

/**
 * Issues a code to post; invalidates the previous one.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible
 */
export async function issueCode(db: Knex, caseCode: unknown): Promise<void> {
  await db.transaction(async (trx) => {
    const appeal = await lockByCode(trx, caseCode);
    requireProvable(appeal);
    await trx('post_proofs').where({ appeal_id: appeal.id, used_at: null }).delete();
    await trx('post_proofs').insert({
      appeal_id: appeal.id,
      code: makePostCode(),
      expires_at: trx.raw(`now() + interval '${POST_PROOF_HOURS} hours'`),
    });
  });
}

function requireProvable({ proven_at, isShown }: LockedAppeal): void {
  if (proven_at) throw new ApiError('appeal_not_possible', appealTexts.proven);
  if (!isShown) throw new ApiError('appeal_not_possible', appealTexts.gone);
}

type Waiting = { id: number; appeal_id: number; code: string; issued_at: Date; username: string };

/**
 * Checks the post with the code and records that control of the account is proven. Where posts cannot be checked, and
 * while X does not answer, stores the post for a moderator.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible, proof_expired, proof_invalid
 */
export async function checkPost(
  db: Knex,
  { caseCode, postUrl, now }: { caseCode: unknown; postUrl: string; now: Date },
  askOembed: AskOembed | undefined,
): Promise<void> {
  const proof = await findWaiting(db, caseCode);
  const postId = postIdIn(postUrl, proof.username);
  const answer = askOembed
    ? await orUnanswered(askOembed({ username: proof.username, postId }))
    : 'unanswered';
  const isRead = answer !== 'unanswered';
  if (isRead) {
    const failure = judgePost(answer, { ...proof, postId, issuedAt: proof.issued_at, now });
    if (failure) throw new ApiError('proof_invalid', appealTexts.proofFailed[failure]);
  }
  await db.transaction(async (trx) => {
    requireProvable(await lockByCode(trx, caseCode));
    const changed = await trx('post_proofs')
      .where({ id: proof.id, used_at: null })
      .where('expires_at', '>', trx.fn.now())
      .update({ post_url: postUrl, ...(isRead && { used_at: trx.fn.now() }) });
    if (changed === 0) throw new ApiError('proof_expired', appealTexts.proofExpired);
    if (isRead) await setProven(trx, proof.appeal_id, 'post');
  });
}

async function findWaiting(db: Knex, caseCode: unknown): Promise<Waiting> {
  const codeHash = hashOfEntered(caseCode);
  const appeal = await db('appeals').where({ code_hash: codeHash }).first('id', 'proven_at');
  if (!appeal) throw unknownCode();
  if (appeal.proven_at) throw new ApiError('appeal_not_possible', appealTexts.proven);
  const waiting: Waiting | undefined = await db('post_proofs')
    .join('appeals', 'appeals.id', 'appeal_id')
    .join('scammer_reports as report', 'report.id', 'report_id')
    .where({ appeal_id: appeal.id, used_at: null })
    .whereRaw('expires_at > now()')
    .orderBy('post_proofs.id', 'desc')
    .first('post_proofs.id', 'appeal_id', 'code', 'issued_at', 'username');
  if (!waiting) throw new ApiError('proof_expired', appealTexts.proofExpired);
  return waiting;
}

/** Records the proof; false when control was proven before. */
async function setProven(trx: Knex, appealId: number, by: 'post' | 'moderator'): Promise<boolean> {
  const cases: number[] = await trx('appeals')
    .where({ id: appealId, proven_at: null })
    .update({
      proven_at: trx.fn.now(),
      proven_by: by,
      version: trx.raw('version + 1'),
    })
    .returning('report_id')
    .then((rows: { report_id: number }[]) => rows.map((row) => row.report_id));
  await recordChanges(trx, { cases });
  return cases.length === 1;
}

/**
 * Records that a moderator confirmed manually that the appeal comes from the account; false when that was proven
 * before.
 */
export async function confirmAccount(trx: Knex.Transaction, appealId: number): Promise<boolean> {
  await trx('post_proofs')
    .where({ appeal_id: appealId, used_at: null })
    .whereNotNull('post_url')
    .update({ used_at: trx.fn.now() });
  return setProven(trx, appealId, 'moderator');
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
  const changed = await trx('post_proofs')
    .where({ appeal_id: appealId, post_url: postUrl, used_at: null })
    .update({ post_url: null });
  if (changed === 0) throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
}
