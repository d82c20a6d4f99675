import { createStore } from '../store.ts';
import type { PaymentContext, PaymentOrder, PayStep } from './pay.ts';
import { PaymentFault } from './payment-fault.ts';

/** State of a wallet payment, kept in memory. */
export type WalletPayment = { step?: PayStep; fees?: string | undefined; fault?: PaymentFault };

const idle: WalletPayment = {};
const payments = createStore<{ [key: string]: WalletPayment | undefined }>({});
const set = (key: string, payment: WalletPayment | undefined) => payments.set({ [key]: payment });

type PaymentHandlers = Pick<PaymentContext, 'chain' | 'check' | 'onSigned'> & {
  /** Failed after signing; the transaction may have been sent. */
  onFailedAfterSigning: (fault: PaymentFault) => void;
};

/**
 * Pays, unless a payment with the same key is in progress. Resolves when it has landed or failed; a failure is stored
 * for display.
 */
export async function startPayment(
  key: string,
  order: PaymentOrder,
  handlers: PaymentHandlers,
): Promise<void> {
  if (payments.get()[key]?.step) return;
  let isSigned = false;
  set(key, { step: 'preparing' });
  try {
    // web3.js is large, so it is imported on demand.
    const { pay } = await import('./pay.ts').catch((cause: unknown) => {
      throw new PaymentFault({ code: 'unreachable' }, { cause });
    });
    await pay(order, {
      chain: handlers.chain,
      check: handlers.check,
      onStep: (step, fees) => set(key, { step, fees }),
      onSigned: (signature) => {
        isSigned = true;
        handlers.onSigned(signature);
      },
    });
    set(key, undefined);
  } catch (error) {
    const fault = toFault(error);
    console.info('the payment came to nothing', error);
    set(key, { fault });
    if (isSigned) handlers.onFailedAfterSigning(fault);
  }
}

function toFault(error: unknown): PaymentFault {
  if (error instanceof PaymentFault) return error;
  const detail = error instanceof Error && error.message ? error.message : 'it gave no reason';
  return new PaymentFault({ code: 'wallet-failed', detail }, { cause: error });
}

/** Clears a stored failure. */
export function forgetPaymentFault(key: string): void {
  if (payments.get()[key]?.fault) set(key, undefined);
}

export const useWalletPayment = (key: string): WalletPayment => payments.use()[key] ?? idle;
