type Rules<Value> = {
  isFull: (kept: ReadonlyMap<string, Value>) => boolean;
  /** Pinned keys are never evicted. */
  isPinned: (key: string) => boolean;
};

/** Cache with least-recently-used eviction; creates missing values. */
export function keepRecent<Value>({
  isFull,
  isPinned,
}: Rules<Value>): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const known = kept.get(key);
    const value = known ?? make();
    // Map keeps insertion order: re-insert to move to the end.
    kept.delete(key);
    kept.set(key, value);
    if (known !== undefined) return value;
    for (const other of kept.keys()) {
      if (!isFull(kept)) break;
      if (other !== key && !isPinned(other)) kept.delete(other);
    }
    return value;
  };
}
