import type { Providers } from './providers.ts';

/**
 * The newest finalised slot of the first provider that answers, and its time in Unix seconds if that provider knows it.
 */
export type Head = { slot: number; time: number | null };

// The duration of a slot.
const FRESH_MS = 400;

/** Reads the head, shared by all requests within one slot's time: every unknown transaction needs it. */
export function openHead(
  providers: Pick<Providers, 'first'>,
  now = () => performance.now(),
): () => Promise<Head> {
  let latest: { at: number; head: Promise<Head> } | undefined;
  return () => {
    if (latest && now() - latest.at < FRESH_MS) return latest.head;
    const head = providers.first(async (rpc) => {
      const slot = await rpc.slot('finalized');
      return { slot, time: await rpc.blockTime(slot) };
    });
    const reading = { at: now(), head };
    latest = reading;
    // A fault affects only the requests that shared it.
    head.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return head;
  };
}
