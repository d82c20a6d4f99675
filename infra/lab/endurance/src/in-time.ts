/** Settles like `work`; rejects at `deadline` with what was awaited and what was missing. */
export async function inTime<T>(
  deadline: AbortSignal,
  work: Promise<T>,
  { what, missing }: { what: string; missing: () => string[] },
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    const lines = missing();
    reject(
      new Error([`Out of time, waiting for ${what}; still missing: ${lines.length}`, ...lines].join('\n  ')),
    );
  };
  if (deadline.aborted) onAbort();
  else deadline.addEventListener('abort', onAbort);
  // After the deadline its result is unused: a late rejection must not be unhandled.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    deadline.removeEventListener('abort', onAbort);
  }
}
