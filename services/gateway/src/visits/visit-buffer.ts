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
  let sending: Promise<void> | undefined;

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
        log.warn({ err: error, waiting, dropped }, 'visits wait for the queue');
        return false;
      }
      batches.shift();
      waiting -= batch.visits.length;
    }
    return true;
  }

  async function flush(): Promise<boolean> {
    await sending;
    let emptied = true;
    sending = sendAll().then((all) => {
      emptied = all;
    });
    await sending;
    return emptied;
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
