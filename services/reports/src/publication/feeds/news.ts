import { caseTexts, caseTitle, isDecided, reportedName } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import type { FeedDiff, FeedScope } from '@naughty-list/contracts/feeds';
import { lossText } from '@naughty-list/contracts/loss-texts';
import { Feed } from 'feed';

/**
 * Changes for feed readers. A case has one entry, whose latest state replaces what a reader keeps, including the name.
 */
export function createNews(
  changes: readonly FeedDiff[],
  { origin, include }: { origin: string; include: FeedScope },
): Feed {
  const at = (name: string) => `${origin}/feeds/${name}?include=${include}`;
  const feed = new Feed({
    id: at('atom.xml'),
    title: include === 'all' ? 'The Naughty List: all cases' : 'The Naughty List: corroborated cases',
    link: origin,
    feedLinks: { atom: at('atom.xml'), json: at('feed.json') },
    author: { name: 'The Naughty List', link: origin },
    updated: new Date(changes[0]?.at ?? 0),
    generator: false,
  });
  for (const change of changes) {
    const isRemoval = 'isRemoval' in change;
    feed.addItem({
      id: `${origin}/feeds/cases/${change.number}`,
      title: isRemoval ? `Case ${change.number}: no longer in this feed` : caseTitle(change),
      link: isRemoval ? `${origin}/` : `${origin}/case/${change.username}`,
      date: new Date(change.at),
      ...(isRemoval ? {} : { published: new Date(change.reportedAt) }),
    });
  }
  return feed;
}

/** JSON Feed 1.1. Its items must have a content; here it is the title. */
export function toJsonFeed(feed: Feed): string {
  const { author, items, ...about } = JSON.parse(feed.json1()) as {
    author: object;
    items: { title: string }[];
  };
  return JSON.stringify({
    ...about,
    version: 'https://jsonfeed.org/version/1.1',
    authors: [author],
    items: items.map((item) => ({ ...item, content_text: item.title })),
  });
}

/** The events of a case, newest first. Without the texts of reporters, which can be taken down only from the page. */
export function createCaseNews(shown: Case, origin: string): Feed {
  const { number, username, status: now, report, statements, changes, reply, appeal } = shown;
  const link = `${origin}/case/${username}`;
  const name = reportedName({ username, handleChangedAt: report.handleChangedAt });
  const atStart = name.replace(/^a/, 'A');
  const id = (what: string) => `${origin}/feeds/cases/${number}/${what}`;
  const unread = ', not reviewed';
  const news = [
    {
      id: id('report'),
      title: `A report about ${name}${isDecided(shown) ? '' : unread}`,
      at: report.reportedAt,
      description: '',
    },
    ...statements.map((statement) => ({
      id: id(`statement-${statement.id}`),
      title: `A statement in the case of ${name}${statement.reviewed ? '' : unread}`,
      at: statement.madeAt,
      description: statement.loss ? lossText(statement.loss) : '',
    })),
    ...changes.map(({ status, rule, at, reason }) => ({
      id: id(`status-${at}`),
      title: `${atStart}: ${caseTexts.status[status]}`,
      at,
      description: `${caseRules[rule]} ${reason}`,
    })),
    ...(reply
      ? [
          {
            id: id('reply'),
            title: reply.proven ? `${atStart} has replied` : `A reply in the case of ${name}`,
            at: reply.at,
            description: '',
          },
        ]
      : []),
  ]
    // Of events at the same time, the one further down in this list comes first.
    .toReversed()
    .sort((one, other) => other.at.localeCompare(one.at));
  const feed = new Feed({
    id: id('atom.xml'),
    title: caseTitle({ ...shown, handleChangedAt: report.handleChangedAt }),
    link,
    feedLinks: { atom: `${origin}/feeds/cases/${username}/atom.xml` },
    author: { name: 'The Naughty List', link: origin },
    updated: new Date(news[0]?.at ?? report.reportedAt),
    generator: false,
    // As the page, which a stranger's appeal must not change once the case is cleared.
    ...(appeal &&
      now !== 'cleared' && {
        description: appeal.proven
          ? 'The account has appealed.'
          : "Appeal under way. The sender hasn't proven that the account is theirs.",
      }),
  });
  for (const { description, at, ...item } of news)
    feed.addItem({ ...item, link, date: new Date(at), ...(description && { description }) });
  return feed;
}
