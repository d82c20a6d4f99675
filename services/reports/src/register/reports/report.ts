import type { AdminReport } from '@naughty-list/contracts/admin-reports';
import { CLEARED_DAYS } from '@naughty-list/contracts/case-texts';
import type { CaseStatus } from '@naughty-list/contracts/cases';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import type { Report } from '@naughty-list/contracts/reports';
import { shownCountOf } from '../../record/independence.ts';

/** A row of `scammer_reports`. */
export type ReportRow = {
  id: number;
  twitter_url: string;
  username: string;
  tweet_content: string | null;
  tweet_date: Date | null;
  scam_category: ScamCategory;
  description: string;
  evidence_urls: string[];
  reported_at: Date;
  is_removed: boolean;
  removal_tx_hash: string | null;
  unique_burn_address: string;
  burn_transaction_hash: string | null;
  profile_image_refreshed_at: Date | null;
  erased_at: Date | null;
  /** When it was held; counts as removed until published. */
  held_at: Date | null;
  /** Why it was held, as `holdReasons` of the desk words it; kept once it is published. */
  hold_reason: string | null;
  /** When an admin deleted it; it counts as removed until it is restored. */
  deleted_at: Date | null;
  /** `is_removed` as it was before the deletion; null unless deleted. */
  was_removed: boolean | null;
  status: CaseStatus;
  /** When its case was cleared; it counts as removed until the case is reopened. */
  cleared_at: Date | null;
  /** When a moderator found that its username belongs to another account now. */
  handle_changed_at: Date | null;
  /** When X confirmed that the reported account wrote the post. */
  post_confirmed_at: Date | null;
  /** How many of the report and its published statements are independent of each other. */
  independent: number;
  /** The same with only the statements that a moderator has read, which is what pages show. */
  independent_read: number;
  /** Incremented by every decision and edit. */
  version: number;
};

/** SQL: cleared so recently that its case is still shown. */
export const isLatelyCleared = `is_removed and removal_tx_hash is null and cleared_at > now() - interval '${CLEARED_DAYS} days'`;

/** SQL of {@link isOff}, for deleted rows. */
export const staysRemoved =
  '(was_removed or removal_tx_hash is not null or erased_at is not null or cleared_at is not null)';

/** Whether it is off the list for a reason other than deletion. */
function isOff(row: ReportRow): boolean {
  if (!row.deleted_at) return row.is_removed;
  return Boolean(row.was_removed || row.removal_tx_hash || row.erased_at || row.cleared_at);
}

export function isHeld({ held_at }: Pick<ReportRow, 'held_at'>): boolean {
  return Boolean(held_at);
}

/** Whether a payment can remove it: it is listed, or may be published or restored. */
export function isPayable(row: ReportRow): boolean {
  return !isOff(row) || isHeld(row);
}

/** A report as the public sees it. */
export function toReport(row: ReportRow): Report {
  return {
    id: row.id,
    twitterUrl: row.twitter_url,
    username: row.username,
    tweetContent: row.tweet_content,
    tweetDate: row.tweet_date?.toISOString() ?? null,
    scamCategory: row.scam_category,
    description: row.description,
    evidenceUrls: row.evidence_urls,
    reportedAt: row.reported_at.toISOString(),
    reportCount: shownCountOf(row),
    isRemoved: !isPayable(row),
    uniqueBurnAddress: row.unique_burn_address,
    ...(row.profile_image_refreshed_at && {
      profileImageVersion: Math.floor(row.profile_image_refreshed_at.getTime() / 1000),
    }),
    ...(row.handle_changed_at && { handleChangedAt: row.handle_changed_at.toISOString() }),
    ...(row.status === 'unreviewed' && !row.post_confirmed_at && { postUnconfirmed: true as const }),
    ...(row.status !== 'unreviewed' && { caseStatus: row.status }),
  };
}

/** A report as admins see it. */
export function toAdminReport(row: ReportRow): AdminReport {
  return {
    ...toReport(row),
    version: row.version,
    removalTxHash: row.removal_tx_hash,
    burnTransactionHash: row.burn_transaction_hash,
    ...(isHeld(row) && { held: true as const, ...(row.hold_reason && { holdReason: row.hold_reason }) }),
  };
}
