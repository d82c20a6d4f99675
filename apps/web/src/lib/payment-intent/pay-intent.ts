import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { checkPaymentIntent, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { api } from '../api.ts';
import { PaymentFault } from '../wallet/payment-fault.ts';
import type { PaymentOrder } from '../wallet/prepare.ts';
import { startPayment } from '../wallet/use-payment.ts';
import { missingTokens } from './what-to-pay.ts';

type How = Omit<Parameters<typeof startPayment>[2], 'beforeSigning'> & {
  kind: PaymentOrder['purpose']['kind'];
};

/** Pays what is missing of an intent from the connected wallet, with its memo and reference key. */
export function payIntent(key: string, intent: PaymentIntent, { kind, ...handlers }: How): Promise<void> {
  const { mint, decimals, burnWallet: to, reference: memo, referenceKey } = intent;
  const purpose = kind === 'burn' ? { kind, memo, referenceKey } : { kind, to, memo, referenceKey };
  return startPayment(
    key,
    { mint, decimals, tokens: missingTokens(intent), purpose },
    { ...handlers, beforeSigning: (address) => checkIntent(intent, address) },
  );
}

/** Asks the server right before the wallet: is it still there, unpaid, at this price, and of use to this wallet? */
async function checkIntent({ id, missing }: PaymentIntent, wallet: string): Promise<void> {
  try {
    const now = await api.call(checkPaymentIntent, { params: { id }, body: { wallet } });
    if (missingTokens(now) === missingTokens({ missing })) return;
  } catch (cause) {
    if (!(cause instanceof ApiCallError)) throw new PaymentFault({ code: 'unreachable' }, { cause });
    throw new PaymentFault({ code: 'pointless', reason: cause.message }, { cause });
  }
  throw new PaymentFault({
    code: 'pointless',
    reason: 'Part of the payment has just arrived, so you owe less now.',
  });
}
