import { type Hash, nodeHash } from './hashes.ts';

type Inclusion = { leaf: Hash; index: number; size: number; root: Hash; proof: readonly Hash[] };

/** Whether the proof leads from the leaf to the root (RFC 9162, section 2.1.3.2). */
export function includes({ leaf, index, size, root, proof }: Inclusion): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      // Up while the node is a left child without a sibling.
      for (; at % 2 === 0 && at !== 0; at = half(at)) last = half(last);
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash.equals(root);
}

// Sizes exceed 32 bits, so no shifts.
const half = (value: number) => Math.floor(value / 2);
const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
