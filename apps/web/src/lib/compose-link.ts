import { postIdFromUrl } from './post-id.ts';

/**
 * X's compose page with a text about an account: as a reply to the post, or as a mention if the link has no post id.
 */
export function composeLink({
  username,
  twitterUrl,
  text,
}: {
  username: string;
  twitterUrl: string;
  text: string;
}): string {
  const postId = postIdFromUrl(twitterUrl);
  const query = new URLSearchParams(
    postId ? { text, in_reply_to: postId } : { text: `@${username} ${text}` },
  );
  return `https://x.com/intent/tweet?${query}`;
}

/** X's compose page with a text and a link. */
export const composePostLink = (text: string, url: string): string =>
  `https://x.com/intent/tweet?${new URLSearchParams({ text, url })}`;
