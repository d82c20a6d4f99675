import { EMPTY_ROOT, type Hash, nodeHash } from '@naughty-list/ledger/hashes';

type Consistency = {
  first: { size: number; root: Hash };
  second: { size: number; root: Hash };
  proof: readonly Hash[];
};

/** Whether the proof shows that the first tree is a prefix of the second (RFC 9162, section 2.1.4.2). */
export function isConsistent({ first, second, proof }: Consistency): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return proof.length === 0 && first.root.equals(EMPTY_ROOT);
  const path = isPowerOfTwo(first.size) && proof.length > 0 ? [first.root, ...proof] : proof;
  const [start, ...rest] = path;
  if (!start) return false;
  let at = first.size - 1;
  let last = second.size - 1;
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let older = start;
  let newer = start;
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      older = nodeHash(hash, older);
      newer = nodeHash(hash, newer);
      [at, last] = upToRightChild(at, last);
    } else {
      newer = nodeHash(newer, hash);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && older.equals(first.root) && newer.equals(second.root);
}

/** Up while the node is a left child without a sibling. */
function upToRightChild(at: number, last: number): [number, number] {
  while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
  return [at, last];
}

// Sizes exceed 32 bits, so no shifts.
const half = (value: number) => Math.floor(value / 2);
const isOdd = (value: number) => value % 2 === 1;

function isPowerOfTwo(value: number): boolean {
  while (value > 1 && !isOdd(value)) value = half(value);
  return value === 1;
}
