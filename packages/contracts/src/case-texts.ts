// Kept free of Zod, which pages load only with their forms.

export const STATEMENT_PAGE_MAX = 20;
/** Days for which a cleared case is shown. */
export const CLEARED_DAYS = 30;

/** Display names of a case's statuses. */
export const statusTexts = {
  unreviewed: 'Reported, not reviewed',
  corroborated: 'Corroborated',
  disputed: 'Disputed by the account',
  compromised: 'Account was compromised',
  cleared: 'Cleared',
} as const;

/** A case as a title: reports are reports, and what a moderator has not read says so. */
export const caseTitle = ({
  username,
  status,
}: {
  username: string;
  status: keyof typeof statusTexts;
}): string =>
  ({
    unreviewed: `Reports about @${username}, not reviewed`,
    corroborated: `Reports about @${username}, corroborated`,
    disputed: `Reports about @${username}, disputed by the account`,
    compromised: `Reports about @${username}: the account was compromised`,
    cleared: `@${username} was cleared`,
  })[status];

export const caseTexts = {
  status: statusTexts,
  postUnconfirmed: 'Post not confirmed yet',
  none: "No report on file. That doesn't mean a clean record.",
  burned: 'This entry was removed by a payment.',
} as const;
