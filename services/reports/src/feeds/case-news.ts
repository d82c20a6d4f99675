import { caseTexts, caseTitle } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import { lossText } from '@naughty-list/contracts/loss-texts';
import { Feed } from 'feed';

/** What happened in a case, newest first. Texts of reporters stay on the page, where they can be taken down. */
export function createCaseNews(shown: Case, origin: string): Feed {
  const { number, username, report, statements, changes, reply, appeal } = shown;
  const link = `${origin}/case/${username}`;
  const id = (what: string) => `${origin}/feeds/cases/${number}/${what}`;
  const news = [
    { id: id('report'), title: `A report about @${username}`, at: report.reportedAt, description: '' },
    ...statements.map((statement) => ({
      id: id(`statement-${statement.id}`),
      title: `A statement in the case of @${username}`,
      at: statement.madeAt,
      description: statement.loss ? lossText(statement.loss) : '',
    })),
    ...changes.map(({ status, rule, at, reason }) => ({
      id: id(`status-${at}`),
      title: `@${username}: ${caseTexts.status[status]}`,
      at,
      description: `${caseRules[rule]} ${reason}`,
    })),
    ...(reply
      ? [
          {
            id: id('reply'),
            title: reply.proven ? `@${username} has replied` : `A reply in the case of @${username}`,
            at: reply.at,
            description: '',
          },
        ]
      : []),
  ]
    // At the same moment, what follows from the other comes first.
    .toReversed()
    .sort((one, other) => other.at.localeCompare(one.at));
  const feed = new Feed({
    id: id('atom.xml'),
    title: caseTitle(shown),
    link,
    feedLinks: { atom: `${origin}/feeds/cases/${username}/atom.xml` },
    author: { name: 'The Naughty List', link: origin },
    updated: new Date(news[0]?.at ?? report.reportedAt),
    generator: false,
    ...(appeal && { description: appeal.proven ? 'The account has appealed.' : 'Appeal under way.' }),
  });
  for (const { description, at, ...item } of news)
    feed.addItem({ ...item, link, date: new Date(at), ...(description && { description }) });
  return feed;
}
