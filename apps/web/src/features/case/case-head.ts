import { caseTexts, caseTitle, dateText, isIndexed, reportedName } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { casePath } from '../../lib/case-query.ts';
import type { PageHead } from '../../lib/page-head.ts';

/** Presents a case as a report, never as a fact. */
export function caseHead({ username, status, statusSince, report, sameName, ...shown }: Case): PageHead {
  const { reportCount, handleChangedAt } = report;
  const by = reportCount > 1 ? `; ${formatWhole(reportCount)} independent reporters so far` : '';
  const first = sameName?.find(({ isFirst }) => isFirst);
  const renamed = first
    ? `Another case is about ${reportedName(first)}, which now calls itself @${username}. Status of that case: ${caseTexts.status[first.status]}. `
    : '';
  return {
    path: casePath(username),
    title: `${caseTitle({ username, status, handleChangedAt })} - The Naughty List`,
    description: `${renamed}Reported on ${dateText(report.reportedAt)}${by}. Status since ${dateText(statusSince)}: ${caseTexts.status[status]}. Read the report${shown.reply ? " and the account's reply" : ''}, and decide for yourself.`,
    image: cardPath({ ...shown, username, status, statusSince, handleChangedAt }),
    isUnlisted: !isIndexed({ status, handleChangedAt }),
  };
}

type OnCard = Pick<Case, 'username' | 'status' | 'statusSince' | 'losses'> & {
  handleChangedAt?: string | null | undefined;
};

/** The address of a case's card with what it shows, since link previews are cached by URL. */
export function cardPath({ username, status, statusSince, losses, handleChangedAt }: OnCard): `/${string}` {
  const totals = losses.flatMap((total) => [total.losses, total.amount]);
  const version = [status, statusSince.slice(0, 10), ...totals, ...(handleChangedAt ? ['changed'] : [])];
  return `${casePath(username)}/card.png?v=${version.join('-')}`;
}

const absent = { path: '/case', image: '/art/social/social-no-report.png', isUnlisted: true } as const;

export const noCaseHead = {
  ...absent,
  title: 'No report on file - The Naughty List',
  description: caseTexts.none,
} as const satisfies PageHead;

export const burnedHead = {
  ...absent,
  title: 'Removed by a payment - The Naughty List',
  description: caseTexts.burned,
} as const satisfies PageHead;

/** Head while a case is loading or failed to load. */
export const unavailableCaseHead = {
  ...absent,
  title: 'Case page - The Naughty List',
  description: "A report on file, its statements, its status and the account's reply.",
} as const satisfies PageHead;
