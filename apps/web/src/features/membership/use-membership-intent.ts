import { isIntentOver, openMembershipIntent } from '@naughty-list/contracts/payment-intents';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { usePaymentIntent } from '../../lib/payment-intent/use-intent.ts';
import { fetchOffer, oneAtATime } from './fetch-offer.ts';
import { society } from './society.ts';

/** While a new member's invite is being made. */
const AGAIN_MS = 2_000;

/** This browser's intent for membership. Paid from another device, or by another payment, it brings the chat link here. */
export function useMembershipIntent() {
  const followed = usePaymentIntent('membership', () => oneAtATime(() => api.call(openMembershipIntent)));
  const isOver = followed.intent !== undefined && isIntentOver(followed.intent);
  useEffect(() => {
    if (!isOver) return;
    const ask = () => {
      if (!society.get().pending) void fetchOffer();
    };
    ask();
    const timer = setInterval(ask, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return followed;
}
