import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm';
import { type AccountState, isMemoProgram, readAccount, readTokenAccount, writeAccount } from './account.ts';
import { createBlockhashes } from './blockhashes.ts';
import { type ChainClock, createClock, slotWithin, type TimeSegment } from './clock.ts';
import { accountAfter, execute } from './execute.ts';
import { createHistory, type LogEntry, openLog, type TransactionRecord } from './history.ts';
import { createMachine } from './machine.ts';
import {
  errorOf,
  type Message,
  signaturesAreValid,
  type TransactionError,
  type WireTransaction,
} from './transaction.ts';

export type Checks = { signatures: boolean; blockhash: boolean };

export type Simulation = {
  err: TransactionError | null;
  meta: TransactionMetadata | null;
};

/** The chain: state, time and history, without commitment levels or wire format. */
export type Chain = ReturnType<typeof openChain>;

export type ChainOptions = {
  genesisHash: string;
  logPath: string;
  slotMs: number;
  blockhashAgeSlots?: number | undefined;
  /** Accounts that exist before the first transaction. */
  genesisAccounts: ReadonlyMap<string, AccountState>;
};

/** The memos of a transaction's top-level instructions, as in `getSignaturesForAddress`: "[2] hi; [3] you". */
function memoText({ instructions, staticAccounts }: Message): string | null {
  const memos = instructions
    .filter(({ programAddressIndex }) => isMemoProgram(staticAccounts[programAddressIndex] ?? ''))
    .map(({ data = [] }) => `[${data.length}] ${Buffer.from(Uint8Array.from(data)).toString('utf8')}`);
  return memos.length > 0 ? memos.join('; ') : null;
}

/** Opens the chain in a log file, or starts a new one there. */
export function openChain(options: ChainOptions) {
  const { genesisHash, logPath, slotMs, genesisAccounts } = options;
  const { log, entries } = openLog(logPath);
  const records = entries.filter((entry) => entry.kind === 'transaction');
  const clock = clockAfter(entries, slotMs, (segment) => log.append({ kind: 'time', ...segment }));
  const blockhashes = createBlockhashes(genesisHash, options.blockhashAgeSlots);
  const history = createHistory();
  const tokenAccounts = new Map<string, Set<string>>();
  const noteTokenAccount = (address: string, account: AccountState | null): void => {
    const owner = readTokenAccount(account)?.owner;
    if (owner === undefined) return;
    tokenAccounts.set(owner, (tokenAccounts.get(owner) ?? new Set()).add(address));
  };
  const { svm, enterSlot } = createMachine(clock, blockhashes);
  for (const [address, account] of genesisAccounts) writeAccount(svm, address, account);
  for (const { address, account } of accountsAfter(records)) {
    writeAccount(svm, address, account);
    noteTokenAccount(address, account);
  }
  for (const record of records) history.add(record);
  const read = (address: string): AccountState | null => readAccount(svm, address);

  const refusal = (transaction: WireTransaction, slot: number, checks: Checks): TransactionError | null => {
    if (checks.signatures && !signaturesAreValid(transaction)) return 'SignatureFailure';
    if (checks.blockhash && !blockhashes.isValid(transaction.message.lifetimeToken, slot))
      return 'BlockhashNotFound';
    return history.find(transaction.signature) ? 'AlreadyProcessed' : null;
  };

  const submit = (transaction: WireTransaction): TransactionError | null => {
    const { slot, blockTime } = enterSlot();
    const refused = refusal(transaction, slot, { signatures: true, blockhash: true });
    if (refused !== null) return refused;
    const execution = execute(svm, transaction);
    if (!execution.landed) return execution.err;
    const { keys, meta, changed } = execution;
    const record: TransactionRecord = {
      kind: 'transaction',
      signature: transaction.signature,
      slot,
      blockTime,
      acceptedAtMs: clock.nowMs(),
      keys,
      memo: memoText(transaction.message),
      wire: Buffer.from(transaction.bytes).toString('base64'),
      meta,
      accountsAfter: changed.map(accountAfter),
    };
    try {
      log.append(record);
    } catch (error) {
      // Roll back: only what is on disk has happened.
      for (const { address, was } of changed) writeAccount(svm, address, was);
      throw error;
    }
    history.add(record);
    for (const { address, is } of changed) noteTokenAccount(address, is);
    return null;
  };

  const simulate = (transaction: WireTransaction, checks: Checks): Simulation => {
    const refused = refusal(transaction, enterSlot().slot, checks);
    if (refused !== null) return { err: refused, meta: null };
    const outcome = svm.simulateTransaction(transaction.kit);
    return {
      err: outcome instanceof FailedTransactionMetadata ? errorOf(outcome) : null,
      meta: outcome.meta(),
    };
  };

  return {
    genesisHash,
    clock,
    blockhashes,
    history,
    svm,
    read,
    /** Addresses that have been token accounts of a wallet; the caller checks their current state. */
    tokenAccountsOf: (owner: string): ReadonlySet<string> => tokenAccounts.get(owner) ?? new Set(),
    /** Lands a transaction durably, or returns why the chain rejects it. @throws when the disk fails */
    submit,
    simulate,
    close: () => log.close(),
  };
}

/** The first slot: that of LiteSVM's own clock, so that its sysvars agree. */
const FIRST_SLOT = 447_552_000;

/**
 * The accounts resulting from a history: the last recorded contents of each, null for deleted ones. Programs come last,
 * since loading one requires the account with its code.
 */
export function accountsAfter(
  records: readonly TransactionRecord[],
): { address: string; account: AccountState | null }[] {
  const last = new Map(
    records.flatMap((record) => record.accountsAfter.map((entry) => [entry.address, entry.state])),
  );
  return [...last]
    .map(([address, state]) => ({
      address,
      account: state && {
        ...state,
        lamports: BigInt(state.lamports),
        data: Buffer.from(state.data, 'base64'),
      },
    }))
    .toSorted((a, b) => Number(a.account?.executable ?? 0) - Number(b.account?.executable ?? 0));
}

/** The clock of a log: continues from the last segment. A changed slot duration begins a new segment. */
export function clockAfter(
  entries: readonly LogEntry[],
  slotMs: number,
  keep: (segment: TimeSegment) => void,
): ChainClock {
  const segments = entries.flatMap((entry): TimeSegment[] =>
    entry.kind === 'time' ? [{ slot: entry.slot, atMs: entry.atMs, slotMs: entry.slotMs }] : [],
  );
  const moments = entries.map((entry) => (entry.kind === 'time' ? entry.atMs : entry.acceptedAtMs));
  const notBeforeMs = moments.reduce((latest, moment) => Math.max(latest, moment), 0);
  const last = segments.at(-1);
  if (last?.slotMs !== slotMs) {
    const atMs = Math.max(Date.now(), notBeforeMs);
    const slot = last ? slotWithin(last, atMs) + 1 : FIRST_SLOT;
    const segment = { slot, atMs, slotMs };
    keep(segment);
    segments.push(segment);
  }
  return createClock({ segments, notBeforeMs, keep });
}
