/** How many previews of one network are judged at once and looked up soon. */
const PER_NETWORK = 10;
/** How long a preview counts: after this, an unknown transaction is given up. */
const COUNTED_MS = 30_000;

/** Bounds the previews of each network, which anyone may request of any transaction. */
export type PreviewShares = {
  /** Whether one more preview of this network is within its share. */
  take(networkId: string): boolean;
};

/** Counts in this process. */
export function openPreviewShares(): PreviewShares {
  const taken = new Map<string, number>();
  return {
    take(networkId) {
      const count = taken.get(networkId) ?? 0;
      if (count >= PER_NETWORK) return false;
      taken.set(networkId, count + 1);
      setTimeout(() => {
        const left = (taken.get(networkId) ?? 1) - 1;
        if (left > 0) taken.set(networkId, left);
        else taken.delete(networkId);
      }, COUNTED_MS).unref();
      return true;
    },
  };
}
