import { createHash } from 'node:crypto';
import type { Case, CaseChange, Statement } from '@naughty-list/contracts/cases';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { Alias, Report } from '@naughty-list/contracts/reports';
import type { Trace } from '@naughty-list/contracts/traces';
import type { PublicState } from '../../record/ledger/public-state.ts';

// Public states from the responses of a site, in the form of a leaf's record; `public-state.ts` reads the same from tables.

export const hashOf = (text: string | null): string | null =>
  text === null ? null : createHash('sha256').update(text).digest('base64');

const live = (subject: string, about: PublicState['about'], said: PublicState['said']): PublicState => ({
  subject,
  state: 'live',
  burn: null,
  about,
  said,
});

/** As PostgreSQL's collation "C" orders ASCII. */
const inOrder = (one: readonly string[], other: readonly string[]): number =>
  one.join('\0') < other.join('\0') ? -1 : 1;

export const tracesOf = (traces: readonly Trace[]) =>
  traces.map(({ kind, value }) => [kind, value]).sort(inOrder);

export const aliasesOf = (aliases: readonly Alias[]) =>
  aliases
    .map(({ username, seenAt, isCurrent }) => [username, seenAt, isCurrent] as const)
    .sort(([one], [other]) => inOrder([one.toLowerCase()], [other.toLowerCase()]));

/** What a page says of a report, alone or in a list. */
export const saidOfReport = (report: Report) => ({
  username: report.username,
  post: report.twitterUrl,
  category: report.scamCategory,
  reported: report.reportedAt,
  reference: report.uniqueBurnAddress,
  text: hashOf(report.description),
  quote: hashOf(report.tweetContent),
  quoted: report.tweetDate,
  count: report.reportCount,
  evidence: report.evidenceUrls,
  aliases: aliasesOf(report.aliases ?? []),
  handleChanged: report.handleChangedAt ?? null,
  unconfirmed: report.postUnconfirmed ?? false,
});

export const stateOfReport = ({ number, status, report, changes, traces }: Case): PublicState =>
  live(
    `report ${number}`,
    { kind: 'report', case: number },
    { ...saidOfReport(report), traces: tracesOf(traces), status, rule: changes[0]?.rule ?? null },
  );

export const stateOfStatement = (number: number, { id, ...statement }: Statement): PublicState =>
  live(
    `statement ${id}`,
    { kind: 'statement', case: number, statement: id },
    {
      post: statement.twitterUrl,
      made: statement.madeAt,
      text: hashOf(statement.description),
      unconfirmed: statement.postUnconfirmed ?? false,
      loss: statement.loss ?? null,
      reviewed: statement.reviewed ?? false,
    },
  );

export const stateOfReply = ({ number, reply }: Case): PublicState[] =>
  reply
    ? [
        live(
          `reply ${number}`,
          { kind: 'reply', case: number },
          { written: reply.at, text: hashOf(reply.body), proven: reply.proven },
        ),
      ]
    : [];

/** A decision without its number, which no page shows. */
export const saidOfDecision = ({ status, rule, reason, role, at, period }: CaseChange) => ({
  status,
  rule,
  reason: hashOf(reason),
  role,
  at,
  from: period?.from ?? null,
  to: period?.to ?? null,
});

export const stateOfPraise = (praise: NiceReport): PublicState =>
  live(
    `praise ${praise.id}`,
    { kind: 'praise', praise: praise.id },
    {
      username: praise.username,
      post: praise.twitterUrl,
      reported: praise.reportedAt,
      text: hashOf(praise.description),
      quote: hashOf(praise.tweetContent),
      quoted: praise.tweetDate,
      count: praise.reportCount,
      reviewed: praise.isReviewed,
    },
  );
