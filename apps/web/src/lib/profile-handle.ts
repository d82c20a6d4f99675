const xHosts = ['twitter.com', 'x.com'];

/** The handle with its @ if the link is an X (Twitter) profile, otherwise undefined. */
export function profileHandle(link: string): string | undefined {
  const url = URL.parse(link);
  const host = url?.hostname.replace(/^(www|mobile)\./, '');
  if (!url || !host || !xHosts.includes(host)) return undefined;
  const name = /^\/@?([A-Za-z0-9_]{1,15})\/?$/.exec(url.pathname)?.[1];
  return name ? `@${name}` : undefined;
}
