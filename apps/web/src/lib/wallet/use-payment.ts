import { useSyncExternalStore } from 'react';
import type { PayDesk, PayStep } from './pay.ts';
import { PaymentFault } from './payment-fault.ts';
import type { PaymentOrder } from './prepare.ts';

/** A payment out of the wallet, while this page is open. */
export type WalletPayment = { step?: PayStep; fault?: PaymentFault };

const idle: WalletPayment = {};
const payments = new Map<string, WalletPayment>();
const listeners = new Set<() => void>();

function set(key: string, payment: WalletPayment | undefined): void {
  if (payment) payments.set(key, payment);
  else payments.delete(key);
  for (const listener of listeners) listener();
}

type PaymentHandlers = Pick<PayDesk, 'chain' | 'onSigned'> & {
  /** After it was signed: it did not reach the network, or may not have. */
  onFailedAfterSigning: (fault: PaymentFault) => void;
};

/**
 * Pays, unless a payment under the same key is being made. Resolves when it has landed or failed; what failed is kept
 * for the page to show.
 */
export async function startPayment(
  key: string,
  order: PaymentOrder,
  handlers: PaymentHandlers,
): Promise<void> {
  if (payments.get(key)?.step) return;
  let isSigned = false;
  set(key, { step: 'preparing' });
  try {
    // The chain's client is large: it comes only now.
    const { pay } = await import('./pay.ts').catch((cause: unknown) => {
      throw new PaymentFault({ code: 'unreachable' }, { cause });
    });
    await pay(order, {
      chain: handlers.chain,
      onStep: (step) => set(key, { step }),
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

/** Takes what failed off the page. */
export function forgetPaymentFault(key: string): void {
  if (payments.get(key)?.fault) set(key, undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWalletPayment(key: string): WalletPayment {
  return useSyncExternalStore(
    subscribe,
    () => payments.get(key) ?? idle,
    () => idle,
  );
}
