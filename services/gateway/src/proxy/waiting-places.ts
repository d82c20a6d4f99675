import { ApiError } from '@naughty-list/contracts/errors';
import type { Network } from '../clients/networks.ts';
import { createPlaces } from '../clients/places.ts';

/** Takes a place for a call of this address; call the result once to give it back. An ApiError when none is left. */
type TakePlace = (address: string) => (() => void) | ApiError;

/**
 * Places for calls about payments and others that are slow: few in all, and a share for each network. `wait`: while
 * waiting for an outcome; `ask`: to be answered at once.
 */
export type WaitingPlaces = Record<'wait' | 'ask', TakePlace>;

/** The upstream connections that these calls share. */
export const WAITING_CONNECTIONS = 128;
const PLACES = WAITING_CONNECTIONS / 2;
const RETRY_AFTER_SECONDS = 5;
const tooMany = 'Too many of these requests at once. Please try again in a moment.';
const shareOf = (size: Network['size']) => (size === '/32' || size === '/64' ? 1 : 2);

export const createWaitingPlaces = (): WaitingPlaces => ({ wait: createTake(2), ask: createTake(8) });

function createTake(perClient: number): TakePlace {
  const places = createPlaces(perClient, shareOf);
  let taken = 0;
  return (address) => {
    const isOwnNetwork = places.full(address) !== undefined;
    if (isOwnNetwork || taken >= PLACES)
      return new ApiError(isOwnNetwork ? 'too_many_requests' : 'service_unavailable', tooMany, {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    const giveBack = places.take(address);
    taken += 1;
    return () => {
      taken -= 1;
      giveBack();
    };
  };
}
