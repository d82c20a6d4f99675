type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** How many runs there are at the same time, and of how many items at most. */
type Limits = { runs: number; items: number };

/**
 * Items that come while all runs are under way wait, and are done together by the next one; `run` answers in their order. Nobody
 * waits for others to come.
 */
export function together<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  limits: Limits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function runNext(): Promise<void> {
    if (running >= limits.runs || waiting.length === 0) return;
    running += 1;
    const batch = waiting.splice(0, limits.items);
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running -= 1;
    void runNext();
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    void runNext();
    return promise;
  };
}
