// Kept free of Zod, which pages load only with their forms.

/** The maximum page size of a list, and the default. */
export const REPORT_PAGE_MAX = 1000;
/** Skipping more takes longer than reading a page; `before` costs the same at any depth. */
export const REPORT_OFFSET_MAX = 10_000;
/** The maximum number of search results. */
export const SEARCH_RESULTS_MAX = 100;
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

type Status = keyof typeof statusTexts;
type Decided = { status: Status; changes: readonly { status: Status }[] };

/** Whether a moderator has decided a case, by its status or, newest first, the one before a dispute, which decides nothing. */
export const isDecided = ({ status, changes }: Decided): boolean =>
  ([{ status }, ...changes].find((each) => each.status !== 'disputed')?.status ?? 'unreviewed') !==
  'unreviewed';

type Titled = {
  username: string;
  status: Status;
  handleChangedAt?: string | null | undefined;
};

/** Whom a case is about: not a new owner of the name. */
export const reportedName = ({ username, handleChangedAt }: Omit<Titled, 'status'>): string =>
  handleChangedAt ? `a former owner of @${username}` : `@${username}`;

/** A case as a title: reports are reports, and what a moderator has not read says so. */
export const caseTitle = ({ username, status, handleChangedAt }: Titled): string => {
  const name = reportedName({ username, handleChangedAt });
  return {
    unreviewed: `Reports about ${name}, not reviewed`,
    corroborated: `Reports about ${name}, corroborated`,
    disputed: `Reports about ${name}, disputed by the account`,
    compromised: `Reports about ${name}: the account was compromised`,
    cleared: `${name.replace(/^a/, 'A')} was cleared`,
  }[status];
};

/** Whether search engines may keep a case: corroborated, and of the account that has its name. */
export const isIndexed = ({ status, handleChangedAt }: Omit<Titled, 'username'>): boolean =>
  status === 'corroborated' && !handleChangedAt;

export const caseTexts = {
  status: statusTexts,
  postUnconfirmed: 'Post not confirmed yet',
  none: "No report on file. That doesn't mean a clean record.",
  burned: 'This entry was removed by a payment.',
  /** Stands in a case that goes on without its report in place of what the reporter wrote. */
  withdrawn: 'The reporter has withdrawn this report.',
} as const;

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * `November 3, 2026`, in UTC, of a day or a time. Avoids `Intl`, whose first use loads locale data, and lets server and
 * browser write the same.
 */
export function dateText(at: string): string {
  const [year, month, day] = at.slice(0, 10).split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`;
}

/** What stands between a case's status and its date: an account was compromised before that was decided. */
export const statusDatedBy = (status: string): string => (status === 'compromised' ? 'decided on' : 'since');
