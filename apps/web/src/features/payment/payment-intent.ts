import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import {
  checkPaymentIntent,
  followPaymentIntent,
  getPaymentIntent,
  intentTexts,
  isIntentFinal,
  PaymentIntent,
} from '@naughty-list/contracts/payment-intents';
import type { TokenConfig, TransferFee } from '@naughty-list/contracts/token-config';
import { decimalTokens, wholeTokens, withFee } from '@naughty-list/contracts/tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { type Followed, follow, LONGEST_PAUSE_MS, pause, type Waiting } from '../../lib/retry.ts';
import { tokenConfigQuery } from '../../lib/site-settings.ts';
import { createStore } from '../../lib/store.ts';
import type { PaymentOrder, PayStep } from '../../lib/wallet/pay.ts';
import { paymentFaults, WalletFault } from '../../lib/wallet/wallet-fault.ts';
import {
  beginPayment,
  findPayment,
  forgetPayment,
  type Payment,
  type PaymentKey,
  takeOverPayment,
} from './payments.ts';

/**
 * The payment intent of this browser for a removal or membership: opened once, then followed, so that a change by any device shows.
 * `isBlind`: its state or the chain cannot be read now, so it may be paid already.
 */
export function usePaymentIntent(key: PaymentKey, open: () => Promise<PaymentIntent>) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-intent', key],
    queryFn: () => asOneVisitor(open),
  });
  const [isBlind, setBlind] = useState(false);
  const [attempt, setAttempt] = useState(1);
  // A lost intent that cannot be opened again must not be paid.
  const intent = error ? undefined : data;
  const id = intent && !isIntentFinal(intent) ? intent.id : undefined;
  const isCheaper = intent?.isCheaper === true;
  useEffect(() => {
    if (isCheaper) void refetch();
  }, [isCheaper, refetch]);
  useEffect(() => {
    if (id === undefined) return;
    const unmount = new AbortController();
    const { signal } = unmount;
    const onChange = (changed: PaymentIntent) => queryClient.setQueryData(['payment-intent', key], changed);
    const onWaiting = (why: Waiting | undefined) => setBlind(why !== undefined);
    const again = async () => {
      if (signal.aborted) return;
      setBlind(true);
      // A restored database may lack an intent that a page still shows.
      await refetch();
      await pause(LONGEST_PAUSE_MS, signal);
      setAttempt(attempt + 1);
    };
    follow(intentOf(id), { signal, onChange, onWaiting })
      .catch(again)
      .catch(() => {});
    return () => unmount.abort();
  }, [id, key, attempt, queryClient, refetch]);
  return { intent, isBlind: isBlind || intent?.isWatched === false, error, refetch };
}

const intentOf = (id: string): Followed<PaymentIntent> => ({
  stream: followPaymentIntent.path.replace(':id', id),
  schema: PaymentIntent,
  poll: (signal) => api.call(getPaymentIntent, { params: { id } }, { signal }),
  isDone: isIntentFinal,
  isSlow: true,
});

type PayOptions = {
  kind: PaymentOrder['purpose']['kind'];
  chain: TokenConfig;
  /** Kept with the payment. */
  about?: Partial<Payment>;
  onSigned?: () => void;
  /** The transaction cannot land: the visitor pays again. */
  onLost?: () => void;
};

/** A site that does not answer must not keep what is signed from the network. */
const OVER_MS = 2_000;

/**
 * Pays what is missing of an intent from the connected wallet, and passes the hash to the payment, as if pasted; in one tab at a time,
 * since the server learns of a payment only once it has landed. Resolves when it has landed or failed; a failure is kept for display.
 */
export function payIntent(key: PaymentKey, intent: PaymentIntent, how: PayOptions): Promise<void> {
  const pay = (isOnlyTab: boolean) => payInTab(key, intent, { ...how, isOnlyTab });
  return withTabLock(`payment.${key}`, pay, { ifAvailable: true });
}

async function payInTab(
  key: PaymentKey,
  intent: PaymentIntent,
  { kind, chain, about, onSigned, onLost, isOnlyTab }: PayOptions & { isOnlyTab: boolean },
): Promise<void> {
  if (payments.get()[key]?.step) return;
  const { mint, decimals, burnWallet: to, reference: memo, referenceKey } = intent;
  const purpose = kind === 'burn' ? { kind, memo, referenceKey } : { kind, to, memo, referenceKey };
  const fee = kind === 'burn' ? undefined : feeOf(chain, mint);
  let isSigned = false;
  set(key, { step: 'preparing' });
  try {
    // web3.js is large, so it is imported on demand.
    const { pay } = await import('../../lib/wallet/pay.ts').catch((cause: unknown) => {
      throw new WalletFault(paymentFaults.unreachable, { cause });
    });
    await pay(
      { mint, decimals, tokens: missingTokens(intent), purpose, fee },
      {
        chain,
        onStep: (step, fees) => set(key, { step, fees }),
        async check(address) {
          // What a closed or reloaded tab has sent may not have landed yet.
          if (!isOnlyTab || takeOverPayment(key))
            throw new WalletFault(paymentFaults.pointless(intentTexts.underWay));
          await checkIntent(intent, address);
        },
        async isOver() {
          const options = { signal: AbortSignal.timeout(OVER_MS) };
          return isIntentFinal(await api.call(getPaymentIntent, { params: { id: intent.id } }, options));
        },
        onSigned(hash) {
          isSigned = true;
          beginPayment(key, { ...about, hash, intent: intent.id, byWallet: true });
          onSigned?.();
        },
      },
    );
    set(key, undefined);
  } catch (error) {
    const detail = errorText(error, 'it gave no reason');
    const fault =
      error instanceof WalletFault
        ? error
        : new WalletFault(paymentFaults.walletFailed(detail), { cause: error });
    console.info('the payment came to nothing', error);
    set(key, { fault });
    // A transaction that was found, or may have landed, is followed until the server decides.
    const isFollowed = findPayment(key)?.stage !== 'received' || fault.text === paymentFaults.sentInTheDark;
    if (!isSigned || isFollowed) return;
    forgetPayment(key);
    onLost?.();
  }
}

/** Checks that the intent is open, unpaid, at this price, and of use to this wallet. Throws a WalletFault. */
async function checkIntent({ id, missing }: PaymentIntent, wallet: string): Promise<void> {
  try {
    const now = await api.call(checkPaymentIntent, { params: { id }, body: { wallet } });
    if (missingTokens(now) === missingTokens({ missing })) return;
  } catch (cause) {
    if (!(cause instanceof ApiCallError)) throw new WalletFault(paymentFaults.unreachable, { cause });
    throw new WalletFault(paymentFaults.pointless(cause.message), { cause });
  }
  throw new WalletFault(
    paymentFaults.pointless(
      'Part of the payment has just arrived, so you owe less now. Press the button again for the rest.',
    ),
  );
}

/** What is missing, in whole tokens for a wallet: a fraction is rounded up, since less would not count. */
export const missingTokens = ({ missing }: Pick<PaymentIntent, 'missing'>): string => wholeTokens(missing);

/** What to transfer so that all that is missing arrives, in tokens: a Token-2022 mint may withhold a fee. Undefined until that is known. */
export function useTransferAmount({ mint, decimals, missing }: PaymentIntent): string | undefined {
  // A fee changes when an epoch begins; of a smaller one, the page would ask for too much.
  const { data: chain } = useQuery({
    ...tokenConfigQuery,
    refetchInterval: ({ state }) => (state.data?.transferFee ? 60_000 : false),
    refetchOnWindowFocus: ({ state }) => (state.data?.transferFee ? 'always' : false),
  });
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

/**
 * Runs `ask` under a lock across tabs: the first response sets the visitor cookie, and two concurrent first requests would create two
 * visitors, of which only one could fetch the chat link, or finds its parts again.
 */
export const asOneVisitor = <T>(ask: () => Promise<T>): Promise<T> => withTabLock('visitor', ask);

/** State of a wallet payment, kept in memory. */
export type WalletPayment = { step?: PayStep; fees?: string | undefined; fault?: WalletFault };

const idle: WalletPayment = {};
const payments = createStore<{ [key: string]: WalletPayment | undefined }>({});
const set = (key: string, payment: WalletPayment | undefined) => payments.set({ [key]: payment });

/** Clears a stored failure. */
export function forgetPaymentFault(key: string): void {
  if (payments.get()[key]?.fault) set(key, undefined);
}

export const useWalletPayment = (key: string): WalletPayment => payments.use()[key] ?? idle;
