import type { Report } from '@naughty-list/contracts/reports';

export type Named = Pick<Report, 'username' | 'aliases'>;

/** The name by which X shows a reported account now: someone else may have the reported one. */
export const presentName = ({ username, aliases }: Named): string =>
  aliases?.find(({ isCurrent }) => isCurrent)?.username ?? username;

/** The post id of a URL like `https://x.com/name/status/123`, or undefined. */
export function postIdFromUrl(url: string): string | undefined {
  return /\/status(?:es)?\/(\d+)/.exec(url)?.[1];
}

type ComposedPost = {
  username: string;
  twitterUrl: string;
  text: string;
};

/**
 * X's compose page with a text about an account: as a reply to the post, or as a mention if the link has no post id.
 */
export function composeLink({ username, twitterUrl, text }: ComposedPost): string {
  const postId = postIdFromUrl(twitterUrl);
  const query = new URLSearchParams(
    postId ? { text, in_reply_to: postId } : { text: `@${username} ${text}` },
  );
  return `https://x.com/intent/tweet?${query}`;
}

/** X's compose page with a text and a link. */
export const composePostLink = (text: string, url: string): string =>
  `https://x.com/intent/tweet?${new URLSearchParams({ text, url })}`;

const xHosts = ['twitter.com', 'x.com'];

/** The handle with its @ if the link is an X (Twitter) profile, otherwise undefined. */
export function profileHandle(link: string): string | undefined {
  const url = URL.parse(link);
  const host = url?.hostname.replace(/^(www|mobile)\./, '');
  if (!url || !host || !xHosts.includes(host)) return undefined;
  const name = /^\/@?([A-Za-z0-9_]{1,15})\/?$/.exec(url.pathname)?.[1];
  return name ? `@${name}` : undefined;
}
