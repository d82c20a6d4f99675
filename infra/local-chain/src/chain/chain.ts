import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import { createHistory, type History, transactionOf } from '../history/history.ts';
import { type LogEntry, openLog } from '../history/log-file.ts';
import type { TransactionRecord } from '../history/record.ts';
import { type AccountState, readAccount, writeAccount } from './account-state.ts';
import { type Blockhashes, createBlockhashes } from './blockhashes.ts';
import { type ChainClock, createClock, slotWithin, type TimeSegment } from './clock.ts';
import { execute } from './execute.ts';
import { installPrograms } from './programs.ts';
import { fromSvmError, type TransactionError } from './transaction-error.ts';
import { signaturesAreValid, type WireTransaction } from './wire-transaction.ts';

/** Slots in an epoch (DEFAULT_SLOTS_PER_EPOCH in Agave). */
export const SLOTS_PER_EPOCH = 432_000;

/** Where slots begin: where LiteSVM's own clock stands, so that its sysvars agree. */
const FIRST_SLOT = 447_552_000;

export type SimulationOptions = { checkSignatures: boolean; checkBlockhash: boolean };

export type Simulation = {
  err: TransactionError | null;
  meta: TransactionMetadata | null;
  /** Accounts after the simulated transaction. */
  read(address: string): AccountState | null;
};

/** The chain itself: state, time and history, without commitment levels and without a wire format. */
export type Chain = {
  readonly genesisHash: string;
  readonly clock: ChainClock;
  readonly blockhashes: Blockhashes;
  readonly history: History;
  readonly svm: LiteSVM;
  read(address: string): AccountState | null;
  /** Lands a transaction durably, or says why the chain does not take it. @throws when the disk fails */
  submit(transaction: WireTransaction): TransactionError | null;
  simulate(transaction: WireTransaction, options: SimulationOptions): Simulation;
  close(): void;
};

export type ChainOptions = {
  genesisHash: string;
  logPath: string;
  slotMs: number;
  /** Accounts that exist before the first transaction. */
  genesisAccounts: ReadonlyMap<string, AccountState>;
};

/** Puts the recorded state into a fresh machine: of each account the last recorded contents. */
function restore(svm: LiteSVM, records: readonly TransactionRecord[]): void {
  const last = new Map(
    records.flatMap((record) => record.accountsAfter.map((entry) => [entry.address, entry.state])),
  );
  const states = [...last].map(([address, state]) => ({
    address,
    state: state && { ...state, lamports: BigInt(state.lamports), data: Buffer.from(state.data, 'base64') },
  }));
  // A program can only be loaded when the account that holds its code is there.
  const programsLast = states.toSorted(
    (a, b) => Number(a.state?.executable ?? 0) - Number(b.state?.executable ?? 0),
  );
  for (const { address, state } of programsLast) writeAccount(svm, address, state);
}

/** Goes on where the last segment stands now; a changed pace begins a new segment. */
function beginTime(
  entries: readonly LogEntry[],
  slotMs: number,
  keep: (segment: TimeSegment) => void,
): ChainClock {
  const segments = entries.flatMap((entry): TimeSegment[] =>
    entry.kind === 'time'
      ? [{ slot: entry.slot, atMs: entry.atMs, slotMs: entry.slotMs, offsetMs: entry.offsetMs }]
      : [],
  );
  const moments = entries.map((entry) => (entry.kind === 'time' ? entry.atMs : entry.acceptedAtMs));
  const notBeforeMs = moments.reduce((latest, moment) => Math.max(latest, moment), 0);
  const last = segments.at(-1);
  // A clock that a test had shifted is right again after a restart.
  if (last?.slotMs !== slotMs || last.offsetMs !== 0) {
    const atMs = Math.max(Date.now(), notBeforeMs);
    const segment = last
      ? { slot: slotWithin(last, atMs) + 1, atMs, slotMs, offsetMs: 0 }
      : { slot: FIRST_SLOT, atMs, slotMs, offsetMs: 0 };
    keep(segment);
    segments.push(segment);
  }
  return createClock({ segments, notBeforeMs, keep });
}

/** Opens the chain that a log file describes, or begins a new one there. */
export function openChain({ genesisHash, logPath, slotMs, genesisAccounts }: ChainOptions): Chain {
  const { log, entries } = openLog(logPath);
  const records = entries.filter((entry) => entry.kind === 'transaction');
  const clock = beginTime(entries, slotMs, (segment) => log.append({ kind: 'time', ...segment }));
  const svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
  installPrograms(svm);
  for (const [address, state] of genesisAccounts) writeAccount(svm, address, state);
  restore(svm, records);
  const history = createHistory();
  for (const record of records) history.add(record, transactionOf(record));
  const blockhashes = createBlockhashes(genesisHash);
  const read = (address: string): AccountState | null => readAccount(svm, address);

  const blockTimeNow = (slot: number): number => clock.blockTimeOf(slot) ?? clock.chainTime();

  let machineSlot = -1;
  /** Sets the sysvars that programs see to the present. */
  const enterSlot = (): number => {
    const slot = clock.slot();
    const epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH));
    const epochStart = clock.blockTimeOf(Math.floor(slot / SLOTS_PER_EPOCH) * SLOTS_PER_EPOCH) ?? 0;
    svm.setClock(new Clock(BigInt(slot), BigInt(epochStart), epoch, epoch + 1n, BigInt(blockTimeNow(slot))));
    if (slot !== machineSlot) {
      svm.setSlotHashes(blockhashes.recent(slot));
      svm.expireBlockhash();
      machineSlot = slot;
    }
    return slot;
  };

  const refusal = (
    transaction: WireTransaction,
    slot: number,
    options: SimulationOptions,
  ): TransactionError | null => {
    if (options.checkSignatures && !signaturesAreValid(transaction)) return 'SignatureFailure';
    if (options.checkBlockhash && blockhashes.validSlot(transaction.blockhash, slot) === null)
      return 'BlockhashNotFound';
    return history.find(transaction.signature) ? 'AlreadyProcessed' : null;
  };

  const submit = (transaction: WireTransaction): TransactionError | null => {
    const slot = enterSlot();
    const refused = refusal(transaction, slot, { checkSignatures: true, checkBlockhash: true });
    if (refused !== null) return refused;
    const execution = execute(svm, transaction);
    if (!execution.landed) return execution.err;
    const record: TransactionRecord = {
      kind: 'transaction',
      signature: transaction.signature,
      slot,
      indexInSlot: history.countInSlot(slot),
      blockTime: blockTimeNow(slot),
      acceptedAtMs: clock.nowMs(),
      wire: Buffer.from(transaction.bytes).toString('base64'),
      meta: execution.meta,
      accountsAfter: execution.accountsAfter,
    };
    try {
      log.append(record);
    } catch (error) {
      execution.undo();
      throw error;
    }
    history.add(record, transaction);
    return null;
  };

  const simulate = (transaction: WireTransaction, options: SimulationOptions): Simulation => {
    const refused = refusal(transaction, enterSlot(), options);
    if (refused !== null) return { err: refused, meta: null, read };
    const outcome = svm.simulateTransaction(transaction.kit);
    if (outcome instanceof FailedTransactionMetadata) {
      return { err: fromSvmError(outcome.err()), meta: outcome.meta(), read };
    }
    const after = new Map(outcome.postAccounts().map((account) => [String(account.address), account]));
    return {
      err: null,
      meta: outcome.meta(),
      read: (address) => {
        const account = after.get(address);
        if (!account) return read(address);
        const { lamports, data, executable, programAddress } = account;
        return { lamports, data: data as unknown as Uint8Array, executable, owner: programAddress };
      },
    };
  };

  return { genesisHash, clock, blockhashes, history, svm, read, submit, simulate, close: () => log.close() };
}
