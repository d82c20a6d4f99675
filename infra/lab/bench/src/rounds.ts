import { type Spread, spreadOf } from './report/row.ts';

/** Results of both sides in one round, measured back to back. */
export type Round<T> = { reference: T; product: T };

/**
 * Measures reference and product in turn, so that other load affects both; every other round starts with the product.
 * The first round is a warm-up and is discarded.
 */
export async function inTurn<T>(
  rounds: number,
  sides: { reference: () => Promise<T>; product: () => Promise<T> },
): Promise<Round<T>[]> {
  const kept: Round<T>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const productFirst = round % 2 === 1;
    const early = productFirst ? await sides.product() : await sides.reference();
    const late = productFirst ? await sides.reference() : await sides.product();
    if (round > 0)
      kept.push(productFirst ? { product: early, reference: late } : { reference: early, product: late });
  }
  return kept;
}

/** The ratios of the rounds, and the round with the median ratio. */
export function compare<T>(
  rounds: readonly Round<T>[],
  figure: (side: T) => number,
): { ratio: Spread; middle: Round<T> } {
  const ratioOf = ({ product, reference }: Round<T>) => figure(product) / figure(reference);
  const ratio = spreadOf(rounds.map(ratioOf));
  const middle = rounds.find((round) => ratioOf(round) === ratio.median);
  if (!middle) throw new Error('Nothing was measured');
  return { ratio, middle };
}
