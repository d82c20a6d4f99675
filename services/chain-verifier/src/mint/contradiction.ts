import type { Evidence } from '../chain/facts.ts';
import type { Mint } from './repository.ts';

/**
 * How a transaction contradicts the mint, or null if it does not. Failed transactions are ignored: their effects never
 * happened.
 */
export function contradiction(evidence: Evidence, mint: Mint): string | null {
  if (!evidence.success) return null;
  const own = <T extends { mint: string | null }>(entries: readonly T[]) =>
    entries.filter((entry) => entry.mint === mint.address);
  const balances = own(evidence.balances);
  const decimals = balances.find((one) => one.decimals !== null && one.decimals !== mint.decimals)?.decimals;
  if (decimals !== undefined) return `the mint has ${decimals} decimals, not ${mint.decimals}`;
  const programs = [
    ...balances,
    ...own(evidence.burns),
    ...own(evidence.transfers),
    ...own(evidence.mints),
  ].flatMap(({ program }) => program ?? []);
  const other = programs.find((program) => program !== mint.tokenProgram);
  return other === undefined ? null : `the mint belongs to ${other}, not to ${mint.tokenProgram}`;
}
