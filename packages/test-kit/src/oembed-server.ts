import { sendJson } from './market-server.ts';
import { type StandIn, startStandIn } from './stand-in-server.ts';

/**
 * A local stand-in for X's oEmbed endpoint that serves these posts by their numbers, under any name and at any path, as
 * X does; the collection may change meanwhile.
 */
export const startOembedServer = (
  posts: { values(): Iterable<Post> } = [],
  missingStatus = () => 404,
): Promise<StandIn> =>
  startStandIn((path, response) => {
    const asked = new URL(path, 'http://127.0.0.1').searchParams.get('url');
    const post = [...posts.values()].find(({ id }) => asked?.endsWith(`/status/${id}`));
    if (post) sendJson(response, oembedOf(post));
    else response.writeHead(missingStatus()).end();
  });

/** The id of a post written at the given time. */
export const postIdAt = (at: Date): string => String((BigInt(at.getTime()) - 1_288_834_974_657n) << 22n);

export type Post = { username: string; id: string; text: string; name?: string; host?: string };

/** X's answer about a post. */
export function oembedOf({ username, id, text, name = 'Santa', host = 'twitter.com' }: Post) {
  const url = `https://${host}/${username}/status/${id}`;
  return {
    url,
    author_name: name,
    author_url: `https://${host}/${username}`,
    html:
      `<blockquote class="twitter-tweet" data-dnt="true"><p lang="en" dir="ltr">${text}</p>` +
      `&mdash; ${name} (@${username}) <a href="${url}?ref_src=twsrc%5Etfw">November 22, 2026</a></blockquote>\n`,
    width: 550,
    height: null,
    type: 'rich',
    cache_age: '3153600000',
    provider_name: 'Twitter',
    provider_url: 'https://twitter.com',
    version: '1.0',
  };
}
