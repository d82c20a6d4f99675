const TIMEOUT_MS = 2_000;

/** Whether GET on this URL returns 200. A new connection each time, since the other side may be terminating. */
export function answersOk(url: string, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  return fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(timeoutMs) }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status === 200;
    },
    () => false,
  );
}
