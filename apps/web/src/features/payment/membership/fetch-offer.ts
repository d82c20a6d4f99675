import { generateBurnAddress } from '@naughty-list/contracts/membership';
import { api } from '../../../lib/api.ts';
import { withTabLock } from '../payment-intent.ts';
import { keepRecovery, society } from './society.ts';

let latestFetch = 0;

/**
 * Runs `ask` under a lock across tabs: the first response sets the visitor cookie, and two concurrent first requests
 * would create two visitors, of which only one could fetch the link.
 */
export function oneAtATime<T>(ask: () => Promise<T>): Promise<T> {
  return withTabLock('society-visitor', ask);
}

/** The price and the address to pay; for a member, link and receipt. */
export const askOffer = () => oneAtATime(() => api.call(generateBurnAddress));

/** Loads the price and the address to pay. An existing member gets the link again. */
export async function fetchOffer(): Promise<void> {
  latestFetch += 1;
  const mine = latestFetch;
  const isWanted = () => mine === latestFetch && society.get().isOpen;
  society.set({ offerFailed: false });
  try {
    const offer = await askOffer();
    if (!isWanted()) return;
    society.set({ offer });
    if (!offer.telegramLink) return;
    society.set({ link: offer.telegramLink, step: 'success' });
    keepRecovery(undefined);
  } catch (error) {
    console.warn('no burn address', error);
    if (isWanted()) society.set({ offerFailed: true });
  }
}
