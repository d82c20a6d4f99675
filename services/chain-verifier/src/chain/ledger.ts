import type { Balance, Owners } from './facts.ts';
import { conflict } from './fault.ts';
import type { Holdings } from './read-balances.ts';
import type { Placed } from './read-token-instructions.ts';

/** A token account of one mint: the node's balances, and what the instructions show about its opening. */
export type Line = Omit<Holdings, 'decimals'> & { decimals: number | null; openedFor: string | null };

/** All token accounts of the transaction, by account and mint. */
export class Ledger {
  readonly #lines = new Map<string, Line>();
  readonly #mintsOf = new Map<string, Set<string>>();
  readonly #success: boolean;

  /** Instructions of a failed transaction were not applied, so they prove nothing about the accounts they name. */
  constructor(holdings: readonly Holdings[], placed: readonly Placed[], success: boolean) {
    this.#success = success;
    for (const holding of holdings) this.#lines.set(key(holding), { ...holding, openedFor: null });
    for (const { program, instruction } of placed) {
      if (instruction.kind === 'movement' && instruction.movement === 'open' && instruction.mint !== null) {
        this.#touch(instruction.account, instruction.mint, program).openedFor ??= instruction.newAuthority;
      }
    }
    for (const { account, mint } of this.#lines.values()) this.#addMint(account, mint);
    for (const { program, instruction } of placed) this.#learn(program, instruction);
  }

  get lines(): Line[] {
    return [...this.#lines.values()];
  }

  line(account: string, mint: string): Line | null {
    return this.#lines.get(key({ account, mint })) ?? null;
  }

  owners(account: string, mint: string): Owners {
    const line = this.line(account, mint);
    return {
      ownerBefore: line?.before?.owner ?? null,
      ownerAfter: line?.after?.owner ?? null,
      openedFor: line?.openedFor ?? null,
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
    const line = this.line(account, mint);
    if (line === null || !this.#success) return;
    line.program ??= program;
    if (line.program !== program)
      conflict(`${account} belongs to ${line.program}, but ${program} changed it`);
  }

  #touch(account: string, mint: string, program: string): Line {
    const line: Line = this.line(account, mint) ?? {
      account,
      mint,
      program,
      decimals: null,
      before: null,
      after: null,
      openedFor: null,
    };
    this.#lines.set(key(line), line);
    return line;
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
export function settleDecimals(ledger: Ledger, placed: readonly Placed[]): Map<string, number> {
  const decimals = new Map<string, number>();
  const learn = (mint: string | null, value: number | null) => {
    if (mint === null || value === null) return;
    const known = decimals.get(mint);
    if (known !== undefined && known !== value)
      conflict(`${mint} has ${known} decimals and ${value} decimals`);
    decimals.set(mint, value);
  };
  for (const line of ledger.lines) learn(line.mint, line.decimals);
  for (const { instruction } of placed)
    if ('decimals' in instruction) learn(instruction.mint, instruction.decimals);
  return decimals;
}

export type Remainder = Pick<Balance, 'withheld' | 'otherInflow'>;

export function toBalance(line: Line, decimals: number | null, remainder: Remainder): Balance {
  return {
    account: line.account,
    mint: line.mint,
    program: line.program,
    decimals,
    ownerBefore: line.before?.owner ?? null,
    ownerAfter: line.after?.owner ?? null,
    openedFor: line.openedFor,
    before: (line.before?.amount ?? 0n).toString(),
    after: (line.after?.amount ?? 0n).toString(),
    ...remainder,
  };
}
