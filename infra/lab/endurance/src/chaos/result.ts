import type { Outcome } from './compare.ts';

/** A run's counts, and everything that is not as it has to be. */
export type ChaosResult = Outcome & {
  people: Map<string, number>;
  payments: number;
  claims: number;
  killed: Map<string, number>;
  injected: Map<string, number>;
  /** People who came to no end, by what stopped them. */
  stuck: string[];
  forgottenByChain: string[];
  durationMs: number;
};

/** What must not be: one line for each thing that is not as it has to be. */
export function differences(result: ChaosResult): string[] {
  return [
    ...paymentDifferences(result),
    ...named('came to no end', result.stuck),
    ...named('forgotten by the chain', result.forgottenByChain),
  ];
}

/** The same for what came of payments alone. */
export function paymentDifferences(outcome: Outcome): string[] {
  return [
    ...named('doubled', outcome.doubled),
    ...named('lost', outcome.lost),
    ...named('wrongly accepted', outcome.wronglyAccepted),
    ...named('verdict and effect apart', outcome.verdictsApart),
    ...named('told otherwise', outcome.toldOtherwise),
    ...named('not decided', outcome.open),
    ...(outcome.effects === outcome.validPayments
      ? []
      : [`${outcome.validPayments} valid payments, ${outcome.effects} effects`]),
  ];
}

const named = (name: string, lines: string[]) => lines.map((line) => `${name}: ${line}`);
