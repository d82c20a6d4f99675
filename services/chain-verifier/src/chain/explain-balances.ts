import type { Undecodable } from './facts.ts';
import { conflict } from './fault.ts';
import { isNativeMint, TOKEN_2022_PROGRAM } from './programs.ts';
import type { Placed } from './read-instructions.ts';
import type { Remainder, TokenAccount, TokenAccounts } from './token-accounts.ts';

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
export function addUp(tokenAccounts: TokenAccounts, placed: readonly Placed[]): Map<string, Effects> {
  const all = new Map<string, Effects>();
  const effectsOf = (account: string, mint: string): Effects => {
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
  for (const entry of placed) addEffect(entry, tokenAccounts, effectsOf);
  return all;
}

type EffectsOf = (account: string, mint: string) => Effects;

function addEffect(entry: Placed, tokenAccounts: TokenAccounts, effectsOf: EffectsOf): void {
  const { instruction } = entry;
  if (instruction.kind === 'burn')
    effectsOf(instruction.account, instruction.mint).known -= instruction.amount;
  if (instruction.kind === 'mintTo')
    effectsOf(instruction.account, instruction.mint).known += instruction.amount;
  if (instruction.kind === 'transfer') addTransfer(entry, instruction, tokenAccounts, effectsOf);
  if (instruction.kind === 'movement') addMovement(instruction, tokenAccounts, effectsOf);
}

type Transfer = Extract<Placed['instruction'], { kind: 'transfer' }>;

/** A transfer to its own source changes nothing and incurs no fee. */
function addTransfer(
  entry: Placed,
  transfer: Transfer,
  tokenAccounts: TokenAccounts,
  effectsOf: EffectsOf,
): void {
  const { source, destination, amount } = transfer;
  const mint = transfer.mint ?? tokenAccounts.mintOfTransfer(source, destination);
  if (mint === null) return;
  const [from, to] = [effectsOf(source, mint), effectsOf(destination, mint)];
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
  tokenAccounts: TokenAccounts,
  effectsOf: EffectsOf,
): void {
  const mint = move.mint ?? tokenAccounts.mintOf(move.account);
  if (mint === null) return;
  const amount = move.amount ?? 0n;
  if (move.movement === 'deposit') effectsOf(move.account, mint).known -= amount;
  if (move.movement === 'withdraw') effectsOf(move.account, mint).known += amount;
  if (move.movement === 'harvest') effectsOf(move.account, mint).harvested = true;
  const setsNative = move.movement === 'native' || move.movement === 'open' || move.movement === 'close';
  if (setsNative && isNativeMint(mint)) effectsOf(move.account, mint).followsLamports = true;
}

/**
 * Checks one account: the balances must match what the instructions did. Anything else is a fault of the provider,
 * because only token instructions change token accounts.
 */
export function explain(
  holding: TokenAccount,
  effects: Effects | undefined,
  undecodable: readonly Undecodable[],
): Explained {
  const fees = new Map<Placed, bigint | null>();
  const candidates = effects?.feeCandidates ?? [];
  for (const candidate of candidates) fees.set(candidate, null);
  if (undecodable.some((unread) => mayChange(unread, holding))) return { ...UNDETERMINED, fees };

  const delta = (holding.after?.amount ?? 0n) - (holding.before?.amount ?? 0n);
  const missing = (effects?.known ?? 0n) - delta;
  const open = effects?.harvested === true || effects?.followsLamports === true;
  const feeLimit = effects?.feeCandidateSum ?? 0n;

  if (open && candidates.length === 0) return { withheld: '0', otherInflow: (-missing).toString(), fees };
  if (open) return { ...UNDETERMINED, fees };
  if (missing < 0n || missing > feeLimit) {
    return conflict(`${holding.account} changed by ${delta}, its instructions say ${effects?.known ?? 0n}`);
  }
  for (const candidate of candidates) {
    if (missing === 0n) fees.set(candidate, 0n);
    else if (candidates.length === 1) fees.set(candidate, missing);
  }
  return { withheld: missing.toString(), otherInflow: '0', fees };
}

/** A program changes only its own accounts, whatever other accounts an instruction names. */
function mayChange({ program, accounts }: Undecodable, holding: TokenAccount): boolean {
  return (holding.program === null || holding.program === program) && accounts.includes(holding.account);
}
