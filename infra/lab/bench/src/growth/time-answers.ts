import { ADMIN_HEADER, SERVICE_AUTH_HEADER, signCall } from '@naughty-list/service-kit/http/service-auth';

/** Response times as seen by the gateway, in milliseconds. */
export type Times = { median: number; p99: number };

const WARM_UP = 10;

/**
 * Calls an endpoint of several running services in turn, sequentially, so that other load on the machine affects all of
 * them.
 */
export async function timeAnswers(
  urls: string[],
  path: string,
  { secret, times }: { secret: string; times: number },
): Promise<Times[]> {
  const measured = urls.map((): number[] => []);
  for (let n = -WARM_UP; n < times; n += 1) {
    for (const [index, url] of urls.entries()) {
      const elapsed = await timeOne(url, path, secret);
      if (n >= 0) measured[index]?.push(elapsed);
    }
  }
  return measured.map((all) => {
    all.sort((a, b) => a - b);
    return { median: all[Math.floor(times / 2)] ?? 0, p99: all[Math.floor(times * 0.99)] ?? 0 };
  });
}

async function timeOne(url: string, path: string, secret: string): Promise<number> {
  const began = performance.now();
  const signature = signCall({ secret, service: 'gateway', method: 'GET', path, now: new Date() });
  const headers = { [SERVICE_AUTH_HEADER]: signature, [ADMIN_HEADER]: 'santa' };
  const answer = await fetch(url + path, { headers });
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
}
