import { adminReportTexts } from '@naughty-list/contracts/admin-reports';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import type { Knex } from 'knex';
import { postNumberIn, type Refusal, refusalOf, refusalOfPost } from '../posts/reviewed-post.ts';

/** The message about a report that a {@link Refusal} keeps off the list. */
export const refusals: Record<Refusal, string> = {
  'post-removed': reportListTexts.postRemoved,
  'post-reviewed': decisionTexts.postReviewed,
};

const codes = { 'post-removed': 'post_already_removed', 'post-reviewed': 'post_already_reviewed' } as const;

export const refused = (refusal: Refusal, message = refusals[refusal]) =>
  new ApiError(codes[refusal], message);

/** The refusal of a post that is not reported yet. */
export async function findRefusal(
  db: Knex,
  { twitterUrl, username }: { twitterUrl: string; username: string },
): Promise<Refusal | null> {
  const post = { url: ':twitterUrl', username: ':username::text', number: ':number::text' };
  const { rows } = await db.raw<{ rows: { refusal: Refusal | null }[] }>(
    `select ${refusalOfPost(post)} as refusal`,
    { twitterUrl, username, number: postNumberIn(twitterUrl) },
  );
  return rows[0]?.refusal ?? null;
}

/** @throws ApiError when a report, or another one of the post that its link now leads to, was paid for or cleared */
export async function refusePost(trx: Knex, id: number): Promise<void> {
  const { own, refusal }: { own: Refusal | null; refusal: Refusal | null } = await trx(
    'scammer_reports as report',
  )
    .where({ id })
    .first(
      trx.raw(`case when removal_tx_hash is not null then 'post-removed' when cleared_at is not null then 'post-reviewed' end as own,
        ${refusalOf('report')} as refusal`),
    );
  if (own) throw refused(own, adminReportTexts.linkStays);
  if (refusal) throw refused(refusal);
}
