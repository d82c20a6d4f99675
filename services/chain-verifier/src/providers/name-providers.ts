/**
 * Names providers by host for logs, records and metrics: the rest of a URL may contain a key. A second provider at the
 * same host is `host#2`.
 */
export function nameProviders(urls: readonly string[]): { url: string; name: string }[] {
  const seen = new Map<string, number>();
  return urls.map((url) => {
    const { host } = new URL(url);
    const count = (seen.get(host) ?? 0) + 1;
    seen.set(host, count);
    return { url, name: count === 1 ? host : `${host}#${count}` };
  });
}
