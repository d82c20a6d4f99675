import {
  followVerification,
  getVerification,
  isDone,
  Verification,
} from '@naughty-list/contracts/verifications';
import { api } from './api.ts';
import { FIRST_PAUSE_MS, longerPause, pause, type Waiting, withRetries } from './retry.ts';

/** A silent stream may have broken unnoticed: poll after this. */
const SILENCE_MS = 20_000;

export type FollowOptions = {
  signal: AbortSignal;
  onChange: (verification: Verification) => void;
  onWaiting: (why: Waiting | undefined) => void;
};

/**
 * Follows a verification until it is final: by the live stream, and by polling whenever the stream breaks, stays silent
 * or is unavailable. Throws an ApiCallError if the verification does not exist, and the signal's reason on abort.
 */
export async function follow(id: string, options: FollowOptions): Promise<Verification> {
  const { signal, onChange, onWaiting } = options;
  const report = (verification: Verification) => {
    onWaiting(undefined);
    onChange(verification);
    return verification;
  };
  let stage: string | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    const streamed = await listen(id, signal, report);
    if (streamed && isDone(streamed)) return streamed;
    const polled = await withRetries(
      () => api.call(getVerification, { params: { id } }, { signal }),
      options,
    );
    report(polled);
    if (isDone(polled)) return polled;
    pauseMs = polled.stage === stage ? longerPause(pauseMs) : FIRST_PAUSE_MS;
    stage = polled.stage;
    await pause(pauseMs, signal);
  }
}

/** Listens until the verification is final or the stream fails; resolves to the last event. */
function listen(
  id: string,
  signal: AbortSignal,
  report: (verification: Verification) => void,
): Promise<Verification | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stream = new EventSource(followVerification.path.replace(':id', encodeURIComponent(id)));
    let last: Verification | undefined;
    let silence = setTimeout(end, SILENCE_MS);
    function end(): void {
      clearTimeout(silence);
      stream.close();
      window.removeEventListener('offline', end);
      signal.removeEventListener('abort', abort);
      resolve(last);
    }
    function abort(): void {
      end();
      reject(signal.reason);
    }
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
      const verification = readVerification(data);
      if (!verification) return end();
      last = verification;
      report(verification);
      if (isDone(verification)) end();
    };
    // EventSource gives no reason for an error; a poll distinguishes offline, busy and not found.
    stream.onerror = end;
    window.addEventListener('offline', end);
    signal.addEventListener('abort', abort);
  });
}

function readVerification(text: string): Verification | undefined {
  try {
    return Verification.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
