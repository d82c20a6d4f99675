import { EMPTY_ROOT, type Hash, leafHash, nodeHash } from '@naughty-list/ledger/hashes';
import { proveConsistency, proveInclusion, rootAt } from '@naughty-list/ledger/tree';
import { includes } from '@naughty-list/ledger/verify-proofs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isConsistent } from './is-consistent.ts';
import { MemoryLog, numbered } from './memory-log.ts';

/** RFC 6962, section 2.1, literally. */
function simpleRoot(leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (!first) return EMPTY_ROOT;
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(simpleRoot(leaves.slice(0, split)), simpleRoot(leaves.slice(split)));
}

const flipBit = (hash: Hash, bit: number): Hash => {
  const flipped = Buffer.from(hash);
  const at = Math.floor(bit / 8) % flipped.length;
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % 8)), at);
  return flipped;
};

/** Three rows of tiles, the last of each partial. */
const SIZE = 70_000;
const log = new MemoryLog();
beforeAll(() => log.append(numbered(SIZE)));

describe('a tree', () => {
  // Inputs and roots from the tests of Certificate Transparency.
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  it.each(
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ].map((root, at) => [at + 1, root] as const),
  )('of %i leaves has the published root', async (size, root) => {
    const small = new MemoryLog();
    await small.append(inputs.slice(0, size).map((hex) => Buffer.from(hex, 'hex')));
    expect((await rootAt(small.read, size)).toString('hex')).toBe(root);
  });

  it('without leaves has the hash of nothing', async () => {
    expect((await rootAt(log.read, 0)).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('has the root of the definition at every size, however its leaves came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 }),
        async (parts) => {
          const grown = new MemoryLog();
          for (const count of parts) await grown.append(numbered(count, grown.entries.length));
          const size = grown.entries.length;
          const hashes = grown.entries.map(leafHash);
          for (const at of new Set([1, Math.ceil(size / 2), size])) {
            expect(await rootAt(grown.read, at)).toEqual(simpleRoot(hashes.slice(0, at)));
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a proof', () => {
  const sizes = fc.integer({ min: 1, max: SIZE });

  it('of inclusion holds for its leaf, and not with any bit, leaf, index or size changed', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, seed, bit) => {
        const index = seed % size;
        const root = await rootAt(log.read, size);
        const proof = await proveInclusion(log.read, index, size);
        const leaf = leafHash(Buffer.from(`entry ${index}`));
        const claim = { leaf, index, size, root, proof };
        expect(includes(claim)).toBe(true);
        expect(includes({ ...claim, leaf: flipBit(leaf, bit) })).toBe(false);
        expect(includes({ ...claim, root: flipBit(root, bit) })).toBe(false);
        const changed = seed % Math.max(1, proof.length);
        const flipped = proof.map((hash, at) => (at === changed ? flipBit(hash, bit) : hash));
        if (proof.length > 0) expect(includes({ ...claim, proof: flipped })).toBe(false);
        expect(includes({ ...claim, proof: [...proof, root] })).toBe(false);
        expect(includes({ ...claim, proof: proof.slice(1) })).toBe(proof.length === 0);
        if (size > 1) expect(includes({ ...claim, index: (index + 1) % size })).toBe(false);
        expect(includes({ ...claim, index: size })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('of consistency holds between all sizes, and not with any bit or size changed', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, fc.nat(), async (one, other, bit) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        const first = { size: small, root: await rootAt(log.read, small) };
        const second = { size: large, root: await rootAt(log.read, large) };
        const proof = await proveConsistency(log.read, small, large);
        expect(isConsistent({ first, second, proof })).toBe(true);
        expect(isConsistent({ first: { ...first, root: flipBit(first.root, bit) }, second, proof })).toBe(
          false,
        );
        expect(isConsistent({ first, second: { ...second, root: flipBit(second.root, bit) }, proof })).toBe(
          false,
        );
        const changed = bit % Math.max(1, proof.length);
        const flipped = proof.map((hash, at) => (at === changed ? flipBit(hash, bit) : hash));
        if (proof.length > 0) expect(isConsistent({ first, second, proof: flipped })).toBe(false);
        expect(isConsistent({ first, second, proof: [...proof, second.root] })).toBe(false);
        if (small < large) expect(isConsistent({ first: second, second: first, proof })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('of consistency holds between every two of the first 40 sizes', async () => {
    for (let small = 0; small <= 40; small++) {
      for (let large = small; large <= 40; large++) {
        const first = { size: small, root: await rootAt(log.read, small) };
        const second = { size: large, root: await rootAt(log.read, large) };
        expect(isConsistent({ first, second, proof: await proveConsistency(log.read, small, large) })).toBe(
          true,
        );
      }
    }
  });

  it('is refused for leaves and trees that do not exist', async () => {
    await expect(proveInclusion(log.read, 5, 5)).rejects.toThrow(RangeError);
    await expect(proveInclusion(log.read, -1, 5)).rejects.toThrow(RangeError);
    await expect(proveConsistency(log.read, 6, 5)).rejects.toThrow(RangeError);
  });
});
