import { caseTitle } from '@naughty-list/contracts/case-texts';
import type { FeedDiff, FeedScope } from '@naughty-list/contracts/feeds';
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

/** JSON Feed 1.1, whose items must have a content; here it says what the title does. */
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
