import { ApiCallError } from '@naughty-list/api-client/client';
import {
  checkPaymentIntent,
  followPaymentIntent,
  getPaymentIntent,
  intentTexts,
  isIntentOver,
  PaymentIntent,
} from '@naughty-list/contracts/payment-intents';
import type { TokenConfig, TransferFee } from '@naughty-list/contracts/token-config';
import { decimalTokens, wholeTokens } from '@naughty-list/contracts/tokens';
import { withFee } from '@naughty-list/contracts/transfer-fee';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';
import { useTokenConfig } from '../../lib/token-config.ts';
import type { PaymentContext, PaymentOrder, PayStep } from '../../lib/wallet/pay.ts';
import { PaymentFault } from '../../lib/wallet/payment-fault.ts';
import {
  beginPayment,
  findPayment,
  forgetPayment,
  type Payment,
  type PaymentKey,
  takeOverPayment,
} from './payments.ts';

/** The server says when to connect again; a refused connection is tried again after this. */
const RECONNECT_MS = 5_000;
/** A stream starts with an event. Without one, a proxy may hold it back: then the intent is polled. */
const SILENCE_MS = 20_000;

/** The payment intent of this browser for a removal or membership: opened once, then followed, so that a change by any device shows. */
export function usePaymentIntent(key: PaymentKey, open: () => Promise<PaymentIntent>) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: ['payment-intent', key], queryFn: open });
  // A lost intent that cannot be opened again must not be paid.
  const intent = error ? undefined : data;
  const id = intent && !isIntentOver(intent) ? intent.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const pollAndReconnect = async () => {
      const polled = await api
        .call(getPaymentIntent, { params: { id } })
        .catch((error: unknown) => (isUnknown(error) ? 'lost' : undefined));
      if (isUnmounted) return;
      if (polled === 'lost') return void refetch();
      if (polled) queryClient.setQueryData(['payment-intent', key], polled);
      follow();
    };
    const reconnectIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void pollAndReconnect(), ms);
    };
    const follow = () => {
      stream?.close();
      stream = new EventSource(followPaymentIntent.path.replace(':id', id));
      reconnectIn(SILENCE_MS);
      stream.onmessage = ({ data }: MessageEvent<string>) => {
        clearTimeout(timer);
        const { data: changed } = PaymentIntent.safeParse(JSON.parse(data));
        if (!changed) return;
        queryClient.setQueryData(['payment-intent', key], changed);
        if (isIntentOver(changed)) stream?.close();
      };
      stream.onerror = () => {
        if (stream?.readyState === EventSource.CLOSED) reconnectIn(RECONNECT_MS);
      };
    };
    // A connection that broke while the device slept may not report an error.
    const wake = () => {
      if (document.visibilityState === 'visible') follow();
    };
    follow();
    document.addEventListener('visibilitychange', wake);
    return () => {
      isUnmounted = true;
      document.removeEventListener('visibilitychange', wake);
      clearTimeout(timer);
      stream?.close();
    };
  }, [id, key, queryClient, refetch]);
  return { intent, error, refetch };
}

/** A restored database may lack an intent that a page still shows. */
const isUnknown = (error: unknown) => error instanceof ApiCallError && error.status === 404;

type PayOptions = {
  kind: PaymentOrder['purpose']['kind'];
  chain: TokenConfig;
  /** Kept with the payment. */
  about?: Partial<Payment>;
  onSigned?: (hash: string) => void;
  /** The transaction cannot land: the visitor pays again. */
  onLost?: () => void;
};

/**
 * Pays what is missing of an intent from the connected wallet, and passes the hash to the payment, as if pasted; in one tab at a time,
 * since the server learns of a payment only once it has landed.
 */
export function payIntent(key: PaymentKey, intent: PaymentIntent, how: PayOptions): Promise<void> {
  const pay = (isOnlyTab: boolean) => payInTab(key, intent, { ...how, isOnlyTab });
  return withTabLock(`payment.${key}`, pay, { ifAvailable: true });
}

function payInTab(
  key: PaymentKey,
  intent: PaymentIntent,
  { isOnlyTab, ...how }: PayOptions & { isOnlyTab: boolean },
): Promise<void> {
  const { kind, chain, about, onSigned, onLost } = how;
  const { mint, decimals, burnWallet: to, reference: memo, referenceKey } = intent;
  const purpose = kind === 'burn' ? { kind, memo, referenceKey } : { kind, to, memo, referenceKey };
  const fee = kind === 'burn' ? undefined : feeOf(chain, mint);
  return startPayment(
    key,
    { mint, decimals, tokens: missingTokens(intent), purpose, fee },
    {
      chain,
      async check(address) {
        // What a closed or reloaded tab has sent may not have landed yet.
        if (!isOnlyTab || takeOverPayment(key))
          throw new PaymentFault({ code: 'pointless', reason: intentTexts.underWay });
        await checkIntent(intent, address);
      },
      onSigned(hash) {
        beginPayment(key, { ...about, hash, intent: intent.id, byWallet: true });
        onSigned?.(hash);
      },
      onFailedAfterSigning({ facts }) {
        // A transaction that was found, or may have landed, is followed until the server decides.
        if (findPayment(key)?.stage !== 'received' || facts.code === 'sent-in-the-dark') return;
        forgetPayment(key);
        onLost?.();
      },
    },
  );
}

/** Checks that the intent is open, unpaid, at this price, and of use to this wallet. Throws a PaymentFault. */
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

/** What is missing, in whole tokens for a wallet: a fraction is rounded up, since less would not count. */
export const missingTokens = ({ missing }: Pick<PaymentIntent, 'missing'>): string => wholeTokens(missing);

/** What to transfer so that all that is missing arrives, in tokens: a Token-2022 mint may withhold a fee. Undefined until that is known. */
export function useTransferAmount({ mint, decimals, missing }: PaymentIntent): string | undefined {
  const { data: chain } = useTokenConfig();
  const [whole = '', fraction = ''] = missing.split('.');
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  return chain && decimalTokens(withFee(amount, feeOf(chain, mint)), decimals);
}

/** Of a mint that has been replaced, no fee is known: its transfer may leave a rest to pay. */
const feeOf = ({ contractAddress, transferFee }: TokenConfig, mint: string): TransferFee | undefined =>
  mint === contractAddress ? transferFee : undefined;

/** A Solana Pay transaction request: the wallet fetches the transaction from there, over https only. */
export const transactionRequest = (link: string) => `solana:${encodeURIComponent(link)}`;

/**
 * Runs under a lock across tabs, and without one where the browser has none or denies it, as some do while cookies are blocked.
 * `isOnlyTab`: whether no other tab holds it; always true unless `ifAvailable`.
 */
export async function withTabLock<T>(
  name: string,
  run: (isOnlyTab: boolean) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  let running: Promise<T> | undefined;
  const start = (isOnlyTab: boolean) => {
    running = run(isOnlyTab);
    return running;
  };
  try {
    await navigator.locks.request(name, options, (lock) => start(lock !== null));
  } catch {
    // Denied, or `run` failed.
  }
  return running ?? start(true);
}

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
    const { pay } = await import('../../lib/wallet/pay.ts').catch((cause: unknown) => {
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
