type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** Items per call, and concurrent calls: with several, a call that hangs delays only its own items. */
type Limits = { maxItems: number; maxCalls: number };

/**
 * Groups items into calls: items of one turn of the event loop share a call, and those beyond the limits wait until one
 * ends. An Error among the results rejects only its own item.
 */
export function openBatch<Item, Answer>(
  call: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>,
  { maxItems, maxCalls }: Limits,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let running = 0;
  let isScheduled = false;

  async function send(): Promise<void> {
    isScheduled = false;
    const batch = waiting.splice(0, maxItems);
    if (batch.length === 0) return;
    running += 1;
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
      running -= 1;
      if (waiting.length > 0) void send();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled || running >= maxCalls) return;
      isScheduled = true;
      setImmediate(() => void send());
    });
}
