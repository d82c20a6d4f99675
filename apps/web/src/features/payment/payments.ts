import type { VerificationStage } from '@naughty-list/contracts/verifications';
import type { ProofStep } from '../../lib/payment-proof/proof-step.ts';
import { verificationStages } from '../../lib/stages.ts';
import { checkedBy, createStore, readStored, writeStored } from '../../lib/store.ts';

/** What is paid for: a removal with its report's id, or this browser's membership. Also its name in storage. */
export type PaymentKey = `removal.${number}` | 'membership';

/** Longer than any hash, so that wrong input is rejected with a message instead of truncated. */
export const HASH_MAX_LENGTH = 400;

export const removalOf = (reportId: number): PaymentKey => `removal.${reportId}`;
export const isRemoval = ({ key }: Pick<Payment, 'key'>) => key !== 'membership';
export const reportOf = ({ key }: Pick<Payment, 'key'>) => Number(key.replace('removal.', ''));

/**
 * A payment as stored in this browser, so that it resumes after a reload:
 *
 *   draft ─ hash sent, or signed in the wallet ► looking ► claiming ─ 202 ► following ─► paid (a removal, until dismissed)
 *     ▲                                            └──────────┴──────────────────┴──► forgotten, or draft with a failure or a
 *     └─ signed ► claiming                                                             `proof` to sign
 */
export type Payment = {
  key: PaymentKey;
  /** The reported account. */
  username: string;
  /** As typed; trimmed before sending. */
  hash: string;
  /** `looking`: the server previews it. */
  phase: (typeof phases)[number];
  /** The payment intent that it pays for. */
  intent?: string | undefined;
  /** The address that was paid. */
  burnAddress?: string | undefined;
  /** Set once the server has stored the claim. */
  verificationId?: string | undefined;
  /** The last stage reached. */
  stage: VerificationStage;
  /** When the stage was reached, in milliseconds since 1970. */
  since?: number | undefined;
  /** In tokens; null until known. */
  amountBurned: number | null;
  /** In tokens: the part sent to a burn wallet that has a key, which is not burned. */
  amountSent?: number | undefined;
  failure?: { title: string; message: string } | undefined;
  /** Set if the payment has no reference: the paying wallet has to sign. */
  proof?: ProofStep | undefined;
  /** Signed in this page just now, so the network may need time to show it. */
  byWallet?: boolean | undefined;
  /** Why progress is paused: the device is offline, or the server is busy. */
  waiting?: 'offline' | 'busy' | undefined;
};

const phases = ['draft', 'looking', 'claiming', 'following', 'paid'] as const;

/** Its other fields are as this page, or an earlier version of it, has stored them. */
const storedCheck = checkedBy<Partial<Payment>>({
  type: 'object',
  required: ['hash', 'stage'],
  properties: { hash: { type: 'string' }, stage: { enum: verificationStages }, phase: { enum: phases } },
});

export const newPayment = (key: PaymentKey): Payment => ({
  key,
  username: '',
  hash: '',
  phase: 'draft',
  stage: 'received',
  amountBurned: null,
});

/** Whether the report is removed; the payment stays as a receipt until dismissed. */
export const isPaid = ({ phase }: Payment): boolean => phase === 'paid';

/** Whether the runner works on it. */
export const isRunning = (payment: Payment): boolean => payment.phase !== 'draft' && !isPaid(payment);

/** Whether it waits for a signature of the paying wallet. */
export const isUnproven = ({ phase, proof }: Payment): boolean => phase === 'draft' && proof !== undefined;

export const isPending = (payment: Payment | undefined): boolean =>
  payment !== undefined && (isRunning(payment) || isUnproven(payment));

const PREFIX = 'naughty-list.';

function read(key: PaymentKey): Payment | undefined {
  const name = PREFIX + key;
  const stored = readStored(name, storedCheck, 'sessionStorage') ?? readStored(name, storedCheck);
  // A membership stored by an earlier version has no phase: it is claimed again.
  return stored && { ...newPayment(key), phase: 'claiming', ...stored, key };
}

function readAll(): Payment[] {
  try {
    return [...new Set([localStorage, sessionStorage].flatMap(Object.keys))].flatMap((name) => {
      const key = /^naughty-list\.(membership|removal\.\d+)$/.exec(name)?.[1] as PaymentKey | undefined;
      return (key && read(key)) ?? [];
    });
  } catch {
    return [];
  }
}

const store = createStore<{ all: readonly Payment[] }>({ all: [] });
const stored = readAll();
store.set({ all: stored });
/** What was pending when this page was opened. */
const resumed = new Set(stored.filter(isPending).map(({ key }) => key));

function replace(key: PaymentKey, payment: Payment | undefined): void {
  // What the browser has no room for is kept by its tab: after a reload, it would be paid again.
  const isKept = writeStored(PREFIX + key, payment);
  writeStored(PREFIX + key, isKept ? undefined : payment, 'sessionStorage');
  const { all } = store.get();
  const isNew = payment && !all.some((one) => one.key === key);
  store.set({
    all: isNew ? [...all, payment] : all.flatMap((one) => (one.key === key ? (payment ?? []) : one)),
  });
}

const find = (all: readonly Payment[], key: PaymentKey) => all.find((one) => one.key === key);

export const findPayment = (key: PaymentKey): Payment | undefined => find(store.get().all, key);
export const usePayment = (key: PaymentKey): Payment | undefined => find(store.use().all, key);
export const usePayments = (): readonly Payment[] => store.use().all;
export const useRemovals = (): readonly Payment[] => usePayments().filter(isRemoval);
export const useResumedRemovals = (): readonly Payment[] =>
  useRemovals().filter((one) => resumed.has(one.key) && isPending(one));

/** Updates a payment in memory and storage; what was typed gives way to a payment under way in another tab, which would be paid again. */
export function updatePayment(key: PaymentKey, changes: Partial<Payment>): void {
  const before = findPayment(key) ?? newPayment(key);
  if (!isRunning(before) && !changes.byWallet && takeOverPayment(key)) return;
  const next = { ...before, ...changes };
  if (next.stage !== before.stage || isRunning(next) !== isRunning(before)) next.since = Date.now();
  replace(key, next);
}

/** Starts or restarts a payment from its hash; the runner does the rest. */
export function beginPayment(key: PaymentKey, changes: Pick<Payment, 'hash'> & Partial<Payment>): void {
  const fresh = { phase: 'looking', stage: 'received', amountBurned: null } as const;
  const without = { amountSent: undefined, failure: undefined, byWallet: undefined };
  updatePayment(key, { ...fresh, ...without, ...changes });
}

/** Takes over a payment under way that another tab has stored since this page was opened; false if there is none. */
export function takeOverPayment(key: PaymentKey): boolean {
  const stored = read(key);
  const isTaken = stored !== undefined && isRunning(stored);
  if (isTaken) replace(key, stored);
  return isTaken;
}

/** Forgets it in this browser; a claim already made still takes effect, and one of another tab goes on. */
export function forgetPayment(key: PaymentKey): void {
  const known = findPayment(key);
  if ((known && isRunning(known)) || !takeOverPayment(key)) replace(key, undefined);
}

const shown = createStore<{ request?: { username: string } | undefined }>({});

/** Asks the list to show a removal's report; a new object with the same name is a new request. */
export const showRemoval = (request: { username: string } | undefined): void => shown.set({ request });
export const useShownRemoval = () => shown.use().request;
