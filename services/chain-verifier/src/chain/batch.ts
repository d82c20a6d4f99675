// Beyond these, questions wait: a provider that hangs holds up the next batch no longer than this many at once allow.
const MOST_UNDER_WAY = 4;

type Waiting<Answer> = { key: string; resolve: (answer: Answer) => void; reject: (error: unknown) => void };

/**
 * Asks questions together: the first go at once, and those that come while a few calls are under way go with
 * the next call, up to `largest` of them. An answer that is an error rejects its own question only.
 */
export function openBatch<Answer>(
  ask: (keys: readonly string[]) => Promise<(Answer | Error)[]>,
  { largest }: { largest: number },
): (key: string) => Promise<Answer> {
  const waiting: Waiting<Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  async function send(): Promise<void> {
    isDue = false;
    const batch = waiting.splice(0, largest);
    if (batch.length === 0) return;
    underWay += 1;
    try {
      const answers = await ask(batch.map(({ key }) => key));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer instanceof Error) reject(answer);
        else if (answer === undefined) reject(new Error('fewer answers than questions'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void send();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // Whoever asks within the same turn goes along.
      if (isDue || underWay >= MOST_UNDER_WAY) return;
      isDue = true;
      queueMicrotask(() => void send());
    });
}
