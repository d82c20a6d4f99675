import { randomUUID } from 'node:crypto';
import type { Visit } from '@naughty-list/contracts/visits';
import type { Log } from '@naughty-list/service-kit/log';

export type VisitBatch = { batchId: string; visits: Visit[] };

/** Gathers visits and hands them on in batches, so that counting never holds up a page. */
export type VisitBuffer = {
  add(visit: Visit): void;
  /** Sends what is left; what cannot be sent now is lost, and logged. */
  close(): Promise<void>;
};

const GATHER_MS = 1_000;
const BATCH_SIZE = 100;
const RETRY_MS = 2_000;
/** An hour at about 28 visits a second; what comes on top while the queue is down is dropped. */
const CAPACITY = 100_000;

/** A batch that fails to be sent is sent again under its id until it succeeds: whoever counts knows it by the id. */
export function createVisitBuffer(options: {
  send: (batch: VisitBatch) => Promise<void>;
  log: Log;
  gatherMs?: number;
  retryMs?: number;
  capacity?: number;
}): VisitBuffer {
  const { send, log, gatherMs = GATHER_MS, retryMs = RETRY_MS, capacity = CAPACITY } = options;
  const batches: VisitBatch[] = [];
  let gathering: Visit[] = [];
  let waiting = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  // One sender at a time: a batch is taken off only by the one that sent it.
  let sender: Promise<boolean> = Promise.resolve(true);

  function seal(): void {
    if (gathering.length === 0) return;
    batches.push({ batchId: randomUUID(), visits: gathering });
    gathering = [];
  }

  function wakeIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      seal();
      void flush().then((emptied) => {
        if (!emptied) wakeIn(retryMs);
      });
    }, ms);
  }

  /** Sends batch by batch; false when one could not be sent. */
  async function sendAll(): Promise<boolean> {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      try {
        await send(batch);
      } catch (error) {
        if (!failing) log.warn({ err: error, waiting }, 'visits wait for the queue');
        failing = true;
        return false;
      }
      batches.shift();
      waiting -= batch.visits.length;
    }
    if (failing) log.info({ dropped }, 'visits are sent again');
    failing = false;
    dropped = 0;
    return true;
  }

  function flush(): Promise<boolean> {
    sender = sender.then(sendAll);
    return sender;
  }

  return {
    add(visit) {
      if (waiting >= capacity) {
        dropped += 1;
        return;
      }
      waiting += 1;
      gathering.push(visit);
      if (gathering.length >= BATCH_SIZE) seal();
      wakeIn(gatherMs);
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      seal();
      if (!(await flush())) log.error({ waiting }, 'visits lost');
    },
  };
}
