import type { LookUp } from '@naughty-list/contracts/look-up';
import { Agent } from 'undici';
import { ask, type Upstreams, unavailable } from '../proxy/upstreams.ts';

const WAIT_MS = 5_000;

export type ListedAccounts = {
  /** Whether an account is on either list. Rejects if the lists cannot be read. */
  has: (username: string) => Promise<boolean>;
  close: () => Promise<void>;
};

export function createListedAccounts(upstreams: Upstreams): ListedAccounts {
  const agent = new Agent();
  return {
    async has(username) {
      if (upstreams.breakers.reports.isOpen) throw unavailable();
      const { statusCode, body } = await ask(agent, upstreams, {
        upstream: 'reports',
        path: `/api/look-up?q=${encodeURIComponent(`@${username}`)}`,
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(WAIT_MS),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`);
      const { naughty, nice } = JSON.parse(text) as LookUp;
      return naughty !== null || nice !== null;
    },
    close: () => agent.close(),
  };
}
