import type { Health } from '@naughty-list/contracts/health';
import { isFree, reachable } from '@naughty-list/embedded/ports';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { CommonConfig } from '@naughty-list/service-kit/lifecycle/config';
import { type Check, failure, ok, warning } from './check.ts';
import type { Configs } from './settings.ts';

const ASK_MS = 5_000;

/** `private`: where its health is read; the public port may refuse, and names no details. */
type Place = { name: ServiceName; url: string; private?: string };

/** The expected URL of each service, from the gateway's settings and its own host and port. */
export function placesOf({ gateway, ...others }: Partial<Configs>): Place[] {
  const own = (name: ServiceName, config?: CommonConfig): Place[] => {
    if (!config || config.PORT === 0) return [];
    const place = { name, url: `http://${reachable(config.HOST)}:${config.PORT}` };
    const { METRICS_PORT: at } = config;
    return [at ? { ...place, private: `http://${reachable(at.host)}:${at.port}` } : place];
  };
  const behind: Place[] = gateway
    ? [
        { name: 'reports', url: gateway.REPORTS_URL },
        { name: 'membership', url: gateway.MEMBERSHIP_URL },
        { name: 'analytics', url: gateway.ANALYTICS_URL },
        { name: 'chain-verifier', url: gateway.CHAIN_VERIFIER_URL },
      ]
    : Object.entries(others).flatMap(([name, config]) => own(name as ServiceName, config));
  return [...behind, ...own('gateway', gateway)];
}

/** Whether each service responds and is ready; reports a port taken by another process. */
export function runningChecks(places: Place[]): Check[] {
  return places.map(({ name, url, private: own = url }) => ({
    name: `${name} runs`,
    advice: `Something else listens at ${new URL(url).host}: stop it, or give ${name} another PORT.`,
    inspect: async () => {
      const answer = await fetch(`${own}/health/ready`, { signal: AbortSignal.timeout(ASK_MS) }).catch(
        () => undefined,
      );
      if (!answer) return (await isTaken(new URL(url))) ? strange(name, url) : silent(name, url);
      const health = (await answer.json()) as Health;
      const troubles = Object.entries(health.checks).filter(([, state]) => state !== 'ok');
      const found = troubles.map(([check, state]) => `${check} ${state}`).join(', ') || `ready at ${url}`;
      if (health.status !== 'ok') return failure(found, `Fix what fails; see the log of ${name}.`);
      if (health.checks.TRUST_PROXY === 'degraded') return warning(found, proxyAdvice);
      return troubles.length > 0 ? warning(found, 'The rest works: fix the part named here.') : ok(found);
    },
  }));
}

const proxyAdvice =
  'A proxy on this machine forwards requests, but TRUST_PROXY is not set, so all its visitors share the limits of one ' +
  'client. Set TRUST_PROXY=1 at the gateway.';

const silent = (name: string, url: string) =>
  failure(
    `no response from ${new URL(url).host}`,
    `Start ${name} (npm start starts everything), and read the last lines of its log.`,
  );
const strange = (name: string, url: string) =>
  failure(
    `${new URL(url).host} is taken by something that does not answer`,
    `Stop it, or give ${name} another PORT; if it is ${name}, it hangs: restart it.`,
  );

/** Whether a port of this machine is taken; false for other machines, which cannot be checked. */
const isTaken = async ({ hostname, port }: URL): Promise<boolean> =>
  hostname === '127.0.0.1' && !(await isFree(Number(port)));
