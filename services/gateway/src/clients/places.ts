import { type Network, networksOf } from './networks.ts';

/** Places that clients hold for a while. A client has `perClient`, and each of its networks a multiple of them. */
export function createPlaces(perClient: number, shareOf: (size: Network['size']) => number) {
  const taken = new Map<string, number>();
  return {
    /** The size of the network of this address that has no place left, if there is one. */
    full: (address: string): Network['size'] | undefined =>
      networksOf(address).find(({ key, size }) => (taken.get(key) ?? 0) >= perClient * shareOf(size))?.size,
    /** Takes a place; call the result once to give it back. */
    take(address: string): () => void {
      const networks = networksOf(address);
      for (const { key } of networks) taken.set(key, (taken.get(key) ?? 0) + 1);
      return () => {
        for (const { key } of networks) {
          const left = (taken.get(key) ?? 1) - 1;
          if (left > 0) taken.set(key, left);
          else taken.delete(key);
        }
      };
    },
  };
}
