type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Maximum items per call, and concurrent calls; further items wait, so that a hanging call delays no more than its
 * own items.
 */
type Limits = { largest: number; underWay: number };

/**
 * Groups items into calls: the first start in the same turn of the event loop; while the maximum is running, new items
 * join the next call. An error in the result rejects only its own item.
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
        else if (answer === undefined) reject(new Error('fewer results than items'));
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
      // Items of the same turn of the event loop join the call, whichever sockets they come from.
      if (isDue || underWay >= most) return;
      isDue = true;
      setImmediate(() => void send());
    });
}
