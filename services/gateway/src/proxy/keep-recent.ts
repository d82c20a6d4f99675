type Rules<Value> = {
  isFull: (kept: ReadonlyMap<string, Value>) => boolean;
  /** Of what is never dropped. */
  isPinned: (key: string) => boolean;
};

/** Keeps values by key, and makes those that are not there. While it is full, those go that were asked for longest ago. */
export function keepRecent<Value>({
  isFull,
  isPinned,
}: Rules<Value>): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const known = kept.get(key);
    const value = known ?? make();
    // Map keeps the order of insertion.
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
