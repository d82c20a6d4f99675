import { type GenerateBurnAddressAnswer, generateBurnAddress } from '@naughty-list/contracts/membership';
import { api } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored-json.ts';
import { PendingMembership } from './membership.ts';

const KEY = 'naughty-list.membership';

/** The modal: `payment` ─ sent ► `verification` ─ a chat link came back ► `success`; `verification` ─ Back ► `payment`. */
export type Society = {
  isOpen: boolean;
  step: 'payment' | 'verification' | 'success';
  offer?: GenerateBurnAddressAnswer | undefined;
  offerFailed: boolean;
  link?: string | undefined;
  /** What was typed into the form. */
  hash: string;
  failure?: string | undefined;
  pending?: PendingMembership | undefined;
};

const closed: Society = { isOpen: false, step: 'payment', offerFailed: false, hash: '' };

export const society = createStore<Society>(closed);

/** What was under way when the page was left; looked for once, in the browser. */
export function recallPending(): void {
  const pending = readStored(KEY, PendingMembership);
  if (pending && !society.get().pending) society.set({ pending });
}

/** Changes what is under way, here and in the browser's storage; `undefined` when it has ended. */
export function keepPending(pending: PendingMembership | undefined): void {
  writeStored(KEY, pending);
  society.set({ pending });
}

/** Opens the modal: at a payment that is under way, otherwise at the beginning. */
export function openSociety(): void {
  society.set({ isOpen: true, step: society.get().pending ? 'verification' : 'payment' });
  if (!society.get().offer) void fetchOffer();
}

/** Forgets address, link and form. A payment under way goes on. */
export function closeSociety(): void {
  society.set({ ...closed, offer: undefined, link: undefined, failure: undefined });
}

let latestFetch = 0;

/**
 * Waits for a question of another tab, or an earlier one of this: the first answer makes this browser a visitor, and two first
 * questions at once would make two, of which only one could fetch the link.
 */
function oneAtATime<T>(ask: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('society-visitor', ask) : ask();
}

/** Asks what to pay and where to. Who is a member already gets the link again. */
export async function fetchOffer(): Promise<void> {
  latestFetch += 1;
  const mine = latestFetch;
  const isWanted = () => mine === latestFetch && society.get().isOpen;
  society.set({ offerFailed: false });
  try {
    const offer = await oneAtATime(() => api.call(generateBurnAddress));
    if (!isWanted()) return;
    society.set({ offer });
    if (offer.telegramLink) society.set({ link: offer.telegramLink, step: 'success' });
  } catch (error) {
    console.warn('no burn address', error);
    if (isWanted()) society.set({ offerFailed: true });
  }
}
