import { totalText } from '@naughty-list/contracts/loss-texts';
import type { LossTotal } from '@naughty-list/contracts/losses';

/** The proven losses of a case; renders nothing without any. */
export function LossTotals({ losses }: { losses: readonly LossTotal[] }) {
  if (losses.length === 0) return null;
  return (
    <p className="figures">
      <strong>Shown by the chain:</strong> {totalText(losses)}, sent from reporters' wallets. The chain
      doesn't say who owns the receiving addresses.
    </p>
  );
}
