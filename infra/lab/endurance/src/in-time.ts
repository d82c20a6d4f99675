/** Settles as `work` does; rejects when `deadline` comes first, with what was waited for and what was still missing. */
export async function inTime<T>(
  deadline: AbortSignal,
  work: Promise<T>,
  { what, missing }: { what: string; missing: () => string[] },
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    const lines = missing();
    reject(
      new Error([`Out of time, waiting for ${what}; still missing: ${lines.length}`, ...lines].join('\n  ')),
    );
  };
  if (deadline.aborted) giveUp();
  else deadline.addEventListener('abort', giveUp);
  // Nobody waits for it after the deadline: a fault of then is no unhandled one.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    deadline.removeEventListener('abort', giveUp);
  }
}
