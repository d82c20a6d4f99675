const xHosts = ['twitter.com', 'x.com'];

/** The handle with its @ when the link is a profile on X (Twitter), otherwise nothing. */
export function profileHandle(link: string): string | undefined {
  const url = URL.parse(link);
  const host = url?.hostname.replace(/^(www|mobile)\./, '');
  if (!url || !host || !xHosts.includes(host)) return undefined;
  const name = /^\/@?([A-Za-z0-9_]{1,15})\/?$/.exec(url.pathname)?.[1];
  return name ? `@${name}` : undefined;
}
