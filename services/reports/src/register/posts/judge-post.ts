import { appealTexts } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { isPostOf } from '@naughty-list/contracts/report-input';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { OembedResponse } from './oembed.ts';

type Failure = keyof typeof appealTexts.proofFailed;

type Demand = {
  username: string;
  postId: string;
  code: string;
  issuedAt: Date;
  now: Date;
};

/** The epoch of X's post ids, which hold their time above the lowest 22 bits. */
const SNOWFLAKE_EPOCH_MS = 1_288_834_974_657n;
const ID_MAX = 2n ** 63n - 1n;
/** Tolerated clock skew. */
const CLOCK_SKEW_MS = 60_000;

/**
 * The post id in a URL.
 *
 * @throws ApiError proof_invalid when it is not the URL of a post that can be the account's
 */
export function postIdIn(postUrl: string, username: string): string {
  if (!isPostOf(postUrl, username)) throw new ApiError('proof_invalid', appealTexts.proofFailed.author);
  const [, id] =
    /^\/(?:i\/web|i|\w{1,15})\/status(?:es)?\/(\d{1,19})\/?$/.exec(new URL(postUrl).pathname) ?? [];
  if (!id || BigInt(id) > ID_MAX) throw new ApiError('proof_invalid', appealTexts.proofFailed.id);
  return String(BigInt(id));
}

/** Why X's answer does not prove that the account posted the code; undefined when it does. */
export function judgePost(answer: OembedResponse, demand: Demand): Failure | undefined {
  const post = findPost(answer, demand);
  if (typeof post === 'string') return post;
  const { postId, code, issuedAt, now } = demand;
  if (!containsWord(post.text, code)) return 'code';
  const postedAt = (BigInt(postId) >> 22n) + SNOWFLAKE_EPOCH_MS;
  if (postedAt < BigInt(issuedAt.getTime())) return 'early';
  return postedAt > BigInt(now.getTime() + CLOCK_SKEW_MS) ? 'id' : undefined;
}

/** The account's own post in X's answer (its plain text, and everything shown of it), or why there is none. */
export function findPost(
  answer: OembedResponse,
  { username, postId }: Pick<Demand, 'username' | 'postId'>,
): { text: string; shown: string } | Failure {
  if (!answer) return 'unreadable';
  const isAccount = (path: readonly string[] | undefined) =>
    path?.length === 1 && path[0]?.toLowerCase() === username.toLowerCase();
  const isPost = (path: readonly string[] | undefined) =>
    path?.length === 3 && isAccount(path.slice(0, 1)) && path[1] === 'status' && path[2] === postId;
  if (!isAccount(pathOnX(answer.author_url))) return 'author';
  if (!isPost(pathOnX(answer.url))) return 'id';
  const post = readPost(answer.html);
  if (!post) return 'unreadable';
  return isPost(pathOnX(post.link)) ? post : 'id';
}

/** The name that the author of a post has now; undefined when the answer is not about this post. */
export function authorOf(answer: OembedResponse, postId: string): string | undefined {
  const [author, ...others] = (answer && pathOnX(answer.author_url)) ?? [];
  if (!author || others.length > 0 || !/^[A-Za-z0-9_]{1,15}$/.test(author)) return undefined;
  return typeof findPost(answer, { username: author, postId }) === 'string' ? undefined : author;
}

/** The parts of the path of a URL on x.com or twitter.com; undefined for any other. */
function pathOnX(text: string): string[] | undefined {
  const url = URL.parse(text);
  if (
    url?.protocol !== 'https:' ||
    !['x.com', 'twitter.com'].includes(url.host) ||
    url.username ||
    url.password
  )
    return undefined;
  return url.pathname.slice(1).split('/');
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;
const named = (nodes: readonly Node[], name: string) =>
  nodes.filter((node): node is Element => isElement(node) && node.tagName === name);
const attribute = ({ attrs }: Element, name: string) => attrs.find((each) => each.name === name)?.value;

/**
 * The text of a post and the link to it. The answer is one blockquote: a paragraph with the text, then the link. Text
 * in other elements (links, pictures, quotes) is not the account's own plain text.
 */
function readPost(html: string): { text: string; shown: string; link: string } | undefined {
  const top = parseFragment(html).childNodes.filter((node) =>
    isElement(node) ? node.tagName !== 'script' : 'value' in node && node.value.trim() !== '',
  );
  const [quote] = named(top, 'blockquote');
  if (top.length !== 1 || !quote) return undefined;
  const [paragraph, ...others] = named(quote.childNodes, 'p');
  const link = named(quote.childNodes, 'a').at(-1);
  const href = link && attribute(link, 'href');
  if (!paragraph || others.length > 0 || !href) return undefined;
  const texts = paragraph.childNodes.map((node) => ('value' in node ? node.value : ' '));
  return { text: texts.join(''), shown: paragraph.childNodes.map(shownText).join(''), link: href };
}

/** A text as shown, including line breaks and the texts of links. */
function shownText(node: Node): string {
  if ('value' in node) return node.value;
  if (!isElement(node)) return '';
  return node.tagName === 'br' ? '\n' : node.childNodes.map(shownText).join('');
}

/** Whether the text contains the word on its own, not within another word. */
function containsWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}\p{M}_]+/u).includes(word);
}
