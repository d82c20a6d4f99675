import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { checkPaymentIntent, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { api } from '../api.ts';
import { PaymentFault } from '../wallet/payment-fault.ts';
import { missingTokens } from './what-to-pay.ts';

/** Asks the server right before the wallet: is it still there, unpaid, at this price, and of use to this wallet? */
export async function checkIntent({ id, missing }: PaymentIntent, wallet: string): Promise<void> {
  try {
    const now = await api.call(checkPaymentIntent, { params: { id }, body: { wallet } });
    if (missingTokens(now) === missingTokens({ missing })) return;
  } catch (cause) {
    if (!(cause instanceof ApiCallError)) throw new PaymentFault({ code: 'unreachable' }, { cause });
    throw new PaymentFault({ code: 'pointless', reason: cause.message }, { cause });
  }
  throw new PaymentFault({ code: 'pointless', reason: 'A part has arrived meanwhile: less is missing now.' });
}
