import type { Undecodable } from './facts.ts';
import { conflict } from './fault.ts';
import type { Ledger, Line, Remainder } from './ledger.ts';
import { isNativeMint, TOKEN_2022_PROGRAM } from './programs.ts';
import type { Placed } from './read-token-instructions.ts';

/** What the instructions did to one token account, before comparison with its balances. */
export type Effects = {
  /** All amounts in minus all amounts out; fees that no instruction states are not deducted. */
  known: bigint;
  /** Transfers to this account from which a fee may have been withheld (Token-2022). */
  feeCandidates: Placed[];
  feeCandidateSum: bigint;
  /** Withheld fees were paid out to this account: no instruction states the amount. */
  harvested: boolean;
  /** The wrapped SOL account was synced to its lamports: no instruction states the amount. */
  followsLamports: boolean;
};

/**
 * What explains the change of an account's balance; empty for accounts that an undecoded instruction may have touched.
 */
export type Explained = Remainder & { fees: Map<Placed, bigint | null> };

const UNDETERMINED: Remainder = { withheld: null, otherInflow: null };

/** Adds up the decoded instructions per account and mint. */
export function addUp(ledger: Ledger, placed: readonly Placed[]): Map<string, Effects> {
  const all = new Map<string, Effects>();
  const on = (account: string, mint: string): Effects => {
    const key = `${account} ${mint}`;
    const none = {
      known: 0n,
      feeCandidates: [],
      feeCandidateSum: 0n,
      harvested: false,
      followsLamports: false,
    };
    const effects = all.get(key) ?? none;
    all.set(key, effects);
    return effects;
  };
  for (const entry of placed) addEffect(entry, ledger, on);
  return all;
}

type On = (account: string, mint: string) => Effects;

function addEffect(entry: Placed, ledger: Ledger, on: On): void {
  const { instruction } = entry;
  if (instruction.kind === 'burn') on(instruction.account, instruction.mint).known -= instruction.amount;
  if (instruction.kind === 'mintTo') on(instruction.account, instruction.mint).known += instruction.amount;
  if (instruction.kind === 'transfer') addTransfer(entry, instruction, ledger, on);
  if (instruction.kind === 'movement') addMovement(instruction, ledger, on);
}

type Transfer = Extract<Placed['instruction'], { kind: 'transfer' }>;

/** A transfer to its own source changes nothing and incurs no fee. */
function addTransfer(entry: Placed, transfer: Transfer, ledger: Ledger, on: On): void {
  const { source, destination, amount } = transfer;
  const mint = transfer.mint ?? ledger.mintOfTransfer(source, destination);
  if (mint === null) return;
  const [from, to] = [on(source, mint), on(destination, mint)];
  if (source === destination) return;
  from.known -= amount;
  to.known += amount - (transfer.fee ?? 0n);
  if (transfer.fee === null && entry.program === TOKEN_2022_PROGRAM) {
    to.feeCandidates.push(entry);
    to.feeCandidateSum += amount;
  }
}

function addMovement(
  move: Extract<Placed['instruction'], { kind: 'movement' }>,
  ledger: Ledger,
  on: On,
): void {
  const mint = move.mint ?? ledger.mintOf(move.account);
  if (mint === null) return;
  const amount = move.amount ?? 0n;
  if (move.movement === 'deposit') on(move.account, mint).known -= amount;
  if (move.movement === 'withdraw') on(move.account, mint).known += amount;
  if (move.movement === 'harvest') on(move.account, mint).harvested = true;
  const setsNative = move.movement === 'native' || move.movement === 'open' || move.movement === 'close';
  if (setsNative && isNativeMint(mint)) on(move.account, mint).followsLamports = true;
}

/**
 * Checks one account: the balances must match what the instructions did. Anything else is a fault of the provider,
 * because only token instructions change token accounts.
 */
export function explain(
  line: Line,
  effects: Effects | undefined,
  undecodable: readonly Undecodable[],
): Explained {
  const fees = new Map<Placed, bigint | null>();
  const candidates = effects?.feeCandidates ?? [];
  for (const candidate of candidates) fees.set(candidate, null);
  if (undecodable.some((unread) => mayChange(unread, line))) return { ...UNDETERMINED, fees };

  const delta = (line.after?.amount ?? 0n) - (line.before?.amount ?? 0n);
  const missing = (effects?.known ?? 0n) - delta;
  const open = effects?.harvested === true || effects?.followsLamports === true;
  const feeLimit = effects?.feeCandidateSum ?? 0n;

  if (open && candidates.length === 0) return { withheld: '0', otherInflow: (-missing).toString(), fees };
  if (open) return { ...UNDETERMINED, fees };
  if (missing < 0n || missing > feeLimit) {
    return conflict(`${line.account} changed by ${delta}, its instructions say ${effects?.known ?? 0n}`);
  }
  for (const candidate of candidates) {
    if (missing === 0n) fees.set(candidate, 0n);
    else if (candidates.length === 1) fees.set(candidate, missing);
  }
  return { withheld: missing.toString(), otherInflow: '0', fees };
}

/** A program changes only its own accounts, whatever other accounts an instruction names. */
function mayChange({ program, accounts }: Undecodable, line: Line): boolean {
  return (line.program === null || line.program === program) && accounts.includes(line.account);
}
