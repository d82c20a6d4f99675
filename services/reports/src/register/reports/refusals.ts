import { adminReportTexts } from '@naughty-list/contracts/admin-reports';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import type { Knex } from 'knex';
import { type Refusal, refusalOf } from '../posts/reviewed-post.ts';

/** The message about a report that a {@link Refusal} keeps off the list. */
export const refusals = {
  paid: { code: 'post_already_removed', message: reportListTexts.postRemoved },
  reviewed: { code: 'post_already_reviewed', message: decisionTexts.postReviewed },
} as const satisfies Record<Refusal, object>;

/** @throws ApiError when a report, or another one of the post that its link now leads to, was paid for or cleared */
export async function refusePost(trx: Knex, id: number): Promise<void> {
  const { own, refusal }: { own: Refusal | null; refusal: Refusal | null } = await trx(
    'scammer_reports as report',
  )
    .where({ id })
    .first(
      trx.raw(`case when removal_tx_hash is not null then 'paid' when cleared_at is not null then 'reviewed' end as own,
        ${refusalOf('report')} as refusal`),
    );
  if (own) throw new ApiError(refusals[own].code, adminReportTexts.linkStays);
  if (refusal) throw new ApiError(refusals[refusal].code, refusals[refusal].message);
}
