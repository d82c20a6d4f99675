import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local stand-in for X's oEmbed endpoint; `answer` handles the next calls. */
export type OembedServer = {
  url: string;
  /** Paths and queries that were requested. */
  asked: string[];
  answer: RequestListener;
  stop(): Promise<void>;
};

export async function startOembedServer(): Promise<OembedServer> {
  const server = createServer((request, response) => {
    oembed.asked.push(request.url ?? '');
    oembed.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const oembed: OembedServer = {
    url: `http://127.0.0.1:${port}/oembed`,
    asked: [],
    answer: (_request, response) => response.writeHead(404).end(),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return oembed;
}

/** The number of a post that was written at a time. */
export const postIdAt = (at: Date): string => String((BigInt(at.getTime()) - 1_288_834_974_657n) << 22n);

export type Post = { username: string; id: string; text: string; name?: string; host?: string };

/** The answer about a post, as X gives it. */
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
