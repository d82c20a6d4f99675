import { randomUUID } from 'node:crypto';
import { VISIT_BATCH_MAX, type Visit, type VisitBatch } from '@naughty-list/contracts/visits';
import type { Log } from '@naughty-list/service-kit/telemetry/log';

/** Collects visits and sends them in batches, so that counting never delays a page. */
export type VisitBuffer = {
  add(visit: Visit): void;
  /** Sealed batches that are not in the queue yet. */
  batchesWaiting(): number;
  /** Sends the rest. What the queue does not take is lost, and logged. */
  close(): Promise<void>;
};

const GATHER_MS = 250;
const RETRY_MS = 2_000;
/** One hour at about 28 visits a second, about 40 MB; beyond that, visits are dropped while the queue is unavailable. */
const CAPACITY = 100_000;

type Options = {
  send: (batch: VisitBatch) => Promise<void>;
  log: Log;
  /** Called for each dropped visit. */
  onDropped?: () => void;
  batchSize?: number;
  gatherMs?: number;
  retryMs?: number;
  capacity?: number;
};

/**
 * A batch is sealed after a quarter of a second or when full, and waits in memory until the queue has it. A failed batch
 * is sent again under the same id, by which the consumer deduplicates.
 */
export function createVisitBuffer(options: Options): VisitBuffer {
  const { batchSize = VISIT_BATCH_MAX, gatherMs = GATHER_MS, retryMs = RETRY_MS } = options;
  const { capacity = CAPACITY, log, send, onDropped } = options;
  const batches: VisitBatch[] = [];
  let gathering: Visit[] = [];
  let held = 0;
  let dropped = 0;
  let isFailing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  // A single sender: only the sender of a batch removes it.
  let sender: Promise<unknown> = Promise.resolve();

  function seal(): void {
    if (gathering.length > 0) batches.push({ batchId: randomUUID(), visits: gathering });
    gathering = [];
  }

  /** Sends batch by batch, oldest first, until one fails. */
  async function sendAll(): Promise<void> {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      try {
        await send(batch);
      } catch (err) {
        if (!isFailing) log.warn({ err, batches: batches.length }, 'visits wait for the queue');
        isFailing = true;
        return wait();
      }
      batches.shift();
      held -= batch.visits.length;
    }
    if (isFailing) log.info('the queue is available again: sending visits');
    isFailing = false;
    if (dropped > 0) log.error({ dropped }, 'visits dropped: too many waited for the queue');
    dropped = 0;
  }

  function wait(): void {
    if (!isClosed) timer ??= setTimeout(flush, isFailing ? retryMs : gatherMs);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    seal();
    sender = sender.then(sendAll);
  }

  return {
    add(visit) {
      if (held >= capacity) {
        dropped += 1;
        onDropped?.();
        return;
      }
      held += 1;
      gathering.push(visit);
      if (gathering.length < batchSize) wait();
      else if (isFailing) seal();
      else flush();
    },
    batchesWaiting: () => batches.length,
    async close() {
      isClosed = true;
      flush();
      await sender;
      if (held > 0) log.error({ lost: held }, 'visits lost');
    },
  };
}
