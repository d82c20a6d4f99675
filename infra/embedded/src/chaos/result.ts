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
  const named = (name: string, lines: string[]) => lines.map((line) => `${name}: ${line}`);
  return [
    ...named('doubled', result.doubled),
    ...named('lost', result.lost),
    ...named('wrongly accepted', result.wronglyAccepted),
    ...named('verdict and effect apart', result.verdictsApart),
    ...named('told otherwise', result.toldOtherwise),
    ...named('came to no end', result.stuck),
    ...named('forgotten by the chain', result.forgottenByChain),
    ...(result.open > 0 ? [`not decided: ${result.open}`] : []),
    ...(result.effects === result.validPayments
      ? []
      : [`${result.validPayments} valid payments, ${result.effects} effects`]),
  ];
}
