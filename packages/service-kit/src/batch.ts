type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** Items of one call, and calls under way: beyond these, items wait, so a call that hangs holds up no more than itself. */
type Limits = { largest: number; underWay: number };

/**
 * Calls for items together: the first go at once, and those that come while as many calls are under way as may be go with
 * the next one. An answer that is an error rejects its own item only.
 */
export function openBatch<Item, Answer>(
  call: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>,
  { largest, underWay: most }: Limits,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  async function send(): Promise<void> {
    isDue = false;
    const batch = waiting.splice(0, largest);
    if (batch.length === 0) return;
    underWay += 1;
    try {
      const answers = await call(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer instanceof Error) reject(answer);
        else if (answer === undefined) reject(new Error('fewer answers than items'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void send();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Items of the same turn go along.
      if (isDue || underWay >= most) return;
      isDue = true;
      queueMicrotask(() => void send());
    });
}
