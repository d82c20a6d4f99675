import type { Balance, Owners } from './facts.ts';
import { conflict } from './fault.ts';
import type { Holdings } from './read-balances.ts';
import type { Placed } from './read-instructions.ts';

/** A token account of one mint: the node's balances, and what the instructions show about its opening. */
export type TokenAccount = Omit<Holdings, 'decimals'> & { decimals: number | null; openedFor: string | null };

/** All token accounts of the transaction, by account and mint. */
export class TokenAccounts {
  readonly #accounts = new Map<string, TokenAccount>();
  readonly #mintsOf = new Map<string, Set<string>>();
  readonly #success: boolean;

  /** Instructions of a failed transaction were not applied, so they prove nothing about the accounts they name. */
  constructor(holdings: readonly Holdings[], placed: readonly Placed[], success: boolean) {
    this.#success = success;
    for (const holding of holdings) this.#accounts.set(key(holding), { ...holding, openedFor: null });
    for (const { program, instruction } of placed) {
      if (instruction.kind === 'movement' && instruction.movement === 'open' && instruction.mint !== null) {
        this.#touch(instruction.account, instruction.mint, program).openedFor ??= instruction.newAuthority;
      }
    }
    for (const { account, mint } of this.#accounts.values()) this.#addMint(account, mint);
    for (const { program, instruction } of placed) this.#learn(program, instruction);
  }

  get all(): TokenAccount[] {
    return [...this.#accounts.values()];
  }

  find(account: string, mint: string): TokenAccount | null {
    return this.#accounts.get(key({ account, mint })) ?? null;
  }

  owners(account: string, mint: string): Owners {
    const holding = this.find(account, mint);
    return {
      ownerBefore: holding?.before?.owner ?? null,
      ownerAfter: holding?.after?.owner ?? null,
      openedFor: holding?.openedFor ?? null,
    };
  }

  /** The mint of an account if there is only one candidate. */
  mintOf(account: string): string | null {
    const mints = this.#mintsOf.get(account);
    return mints?.size === 1 ? ([...mints][0] ?? null) : null;
  }

  /** An unchecked transfer does not name its mint: it is the one that both accounts share. */
  mintOfTransfer(source: string, destination: string): string | null {
    const [from, to] = [this.#mintsOf.get(source), this.#mintsOf.get(destination)];
    const both = from !== undefined && to !== undefined ? [...from].filter((mint) => to.has(mint)) : [];
    if (both.length === 1) return both[0] ?? null;
    if (from !== undefined && to !== undefined) return null;
    return this.mintOf(source) ?? this.mintOf(destination);
  }

  #learn(program: string, instruction: Placed['instruction']): void {
    if (instruction.kind === 'burn' || instruction.kind === 'mintTo') {
      this.#knowProgram(instruction.account, instruction.mint, program);
    } else if (instruction.kind === 'transfer') {
      const mint = instruction.mint ?? this.mintOfTransfer(instruction.source, instruction.destination);
      if (mint === null) return;
      this.#knowProgram(instruction.source, mint, program);
      this.#knowProgram(instruction.destination, mint, program);
    } else if (instruction.kind === 'movement') {
      const mint = instruction.mint ?? this.mintOf(instruction.account);
      if (mint !== null) this.#knowProgram(instruction.account, mint, program);
    }
  }

  /** Only its own token program can change an account, so an executed instruction identifies the program. */
  #knowProgram(account: string, mint: string, program: string): void {
    this.#addMint(account, mint);
    const holding = this.find(account, mint);
    if (holding === null || !this.#success) return;
    holding.program ??= program;
    if (holding.program !== program)
      conflict(`${account} belongs to ${holding.program}, but ${program} changed it`);
  }

  #touch(account: string, mint: string, program: string): TokenAccount {
    const holding: TokenAccount = this.find(account, mint) ?? {
      account,
      mint,
      program,
      decimals: null,
      before: null,
      after: null,
      openedFor: null,
    };
    this.#accounts.set(key(holding), holding);
    return holding;
  }

  #addMint(account: string, mint: string): void {
    const mints = this.#mintsOf.get(account) ?? new Set();
    this.#mintsOf.set(account, mints.add(mint));
  }
}

function key({ account, mint }: { account: string; mint: string }): string {
  return `${account} ${mint}`;
}

/** A mint has one number of decimals: all balances and all checked instructions (which fail otherwise) must agree. */
export function settleDecimals(tokenAccounts: TokenAccounts, placed: readonly Placed[]): Map<string, number> {
  const decimals = new Map<string, number>();
  const learn = (mint: string | null, value: number | null) => {
    if (mint === null || value === null) return;
    const known = decimals.get(mint);
    if (known !== undefined && known !== value)
      conflict(`${mint} has ${known} decimals and ${value} decimals`);
    decimals.set(mint, value);
  };
  for (const holding of tokenAccounts.all) learn(holding.mint, holding.decimals);
  for (const { instruction } of placed)
    if ('decimals' in instruction) learn(instruction.mint, instruction.decimals);
  return decimals;
}

export type Remainder = Pick<Balance, 'withheld' | 'otherInflow'>;

export function toBalance(holding: TokenAccount, decimals: number | null, remainder: Remainder): Balance {
  return {
    account: holding.account,
    mint: holding.mint,
    program: holding.program,
    decimals,
    ownerBefore: holding.before?.owner ?? null,
    ownerAfter: holding.after?.owner ?? null,
    openedFor: holding.openedFor,
    before: (holding.before?.amount ?? 0n).toString(),
    after: (holding.after?.amount ?? 0n).toString(),
    ...remainder,
  };
}
