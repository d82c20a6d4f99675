/** The id of the post in an address like `https://x.com/name/status/123`, or nothing. */
export function postIdFromUrl(url: string): string | undefined {
  return /\/status(?:es)?\/(\d+)/.exec(url)?.[1];
}
