import type { Outcome } from './compare.ts';

/** A run's counts and all differences. */
export type ChaosResult = Outcome & {
  people: Map<string, number>;
  payments: number;
  claims: number;
  killed: Map<string, number>;
  injected: Map<string, number>;
  /** Users who did not finish, by cause. */
  stuck: string[];
  forgottenByChain: string[];
  durationMs: number;
};

/** One line per difference. */
export function differences(result: ChaosResult): string[] {
  return [
    ...paymentDifferences(result),
    ...named('did not finish', result.stuck),
    ...named('forgotten by the chain', result.forgottenByChain),
  ];
}

/** The same for payments only. */
export function paymentDifferences(outcome: Outcome): string[] {
  return [
    ...named('doubled', outcome.doubled),
    ...named('lost', outcome.lost),
    ...named('wrongly accepted', outcome.wronglyAccepted),
    ...named('verdict and effect apart', outcome.verdictsApart),
    ...named('answered wrongly', outcome.answeredWrongly),
    ...named('not decided', outcome.open),
    ...(outcome.effects === outcome.validPayments
      ? []
      : [`${outcome.validPayments} valid payments, ${outcome.effects} effects`]),
  ];
}

const named = (name: string, lines: string[]) => lines.map((line) => `${name}: ${line}`);
