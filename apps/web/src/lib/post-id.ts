/** The post id of a URL like `https://x.com/name/status/123`, or undefined. */
export function postIdFromUrl(url: string): string | undefined {
  return /\/status(?:es)?\/(\d+)/.exec(url)?.[1];
}
