import { randomUUID } from 'node:crypto';
import { VISIT_BATCH_MAX, type Visit, type VisitBatch } from '@naughty-list/contracts/visits';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { VisitSpool } from './visit-spool.ts';

/** Collects visits and sends them in batches, so that counting never delays a page. */
export type VisitBuffer = {
  add(visit: Visit): void;
  /** Sealed batches that are not in the queue yet. */
  batchesWaiting(): number;
  /**
   * Flushes the buffer. Batches that cannot be sent stay on disk for the next start; without a spool they are lost,
   * and logged.
   */
  close(): Promise<void>;
};

const GATHER_MS = 250;
/** Batches are sealed this many times less often while the queue is unavailable, to keep their number small. */
const BACKOFF_FACTOR = 4;
const RETRY_MS = 2_000;
/**
 * Visits in memory: one hour at about 28 a second, about 40 MB. Beyond that, visits are dropped while queue and disk
 * fail.
 */
const CAPACITY = 100_000;
/** The share of memory for batches that are also on disk and about to be sent. */
const AT_HAND = 1 / 20;

/** A sealed batch on its way to the queue, in memory, on disk, or both. */
type Pending = { batchId: string; visits: Visit[] | undefined; spooled: Promise<boolean> };

type Options = {
  send: (batch: VisitBatch) => Promise<void>;
  log: Log;
  spool?: VisitSpool | undefined;
  /** Called for each dropped visit. */
  onDropped?: () => void;
  batchSize?: number;
  gatherMs?: number;
  retryMs?: number;
  capacity?: number;
};

/**
 * A batch is sealed after a quarter of a second or when full; it then stays in the spool until the queue has it. A
 * failed batch is sent again under the same id, by which the consumer deduplicates.
 */
export function createVisitBuffer(options: Options): VisitBuffer {
  const { batchSize = VISIT_BATCH_MAX, gatherMs = GATHER_MS, retryMs = RETRY_MS } = options;
  const { capacity = CAPACITY, log, onDropped } = options;
  const batchQueue = createBatchQueue(options);
  let gathering: Visit[] = [];
  let dropped = 0;
  let gatherTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;

  function seal(): void {
    clearTimeout(gatherTimer);
    gatherTimer = undefined;
    if (gathering.length > 0) batchQueue.add(gathering);
    gathering = [];
  }

  function send(): void {
    void batchQueue.send().then((emptied) => {
      if (!emptied) {
        retryTimer ??= setTimeout(() => {
          retryTimer = undefined;
          send();
        }, retryMs);
      } else if (dropped > 0) {
        log.error({ dropped }, 'visits dropped: queue and disk are full');
        dropped = 0;
      }
    });
  }

  function flush(): void {
    seal();
    if (!retryTimer) send();
  }
  if (batchQueue.length() > 0) send();

  return {
    add(visit) {
      if (batchQueue.inMemory() + gathering.length >= capacity) {
        dropped += 1;
        onDropped?.();
        return;
      }
      gathering.push(visit);
      if (gathering.length >= batchSize) flush();
      else gatherTimer ??= setTimeout(flush, retryTimer ? BACKOFF_FACTOR * gatherMs : gatherMs);
    },
    batchesWaiting: () => batchQueue.length(),
    async close() {
      seal();
      const emptied = await batchQueue.send();
      clearTimeout(retryTimer);
      if (emptied) return;
      const [waiting, lost] = [batchQueue.length(), batchQueue.inMemory()];
      if (lost > 0) log.error({ waiting, lost }, 'visits lost');
      else log.warn({ waiting }, 'batches of visits wait on disk');
    },
  };
}

/** Sealed batches, oldest first; those of an earlier process come first. */
function createBatchQueue({ send, log, spool, capacity = CAPACITY }: Options) {
  const spooled = Promise.resolve(true);
  const batches: Pending[] = (spool?.left ?? []).map((batchId) => ({ batchId, visits: undefined, spooled }));
  let inMemory = 0;
  let failing = false;
  let refusing = false;
  // A single sender: only the sender of a batch removes it.
  let sender: Promise<boolean> = Promise.resolve(true);

  function forgetVisits(batch: Pending): void {
    inMemory -= batch.visits?.length ?? 0;
    batch.visits = undefined;
  }

  function add(visits: Visit[]): void {
    const batchId = randomUUID();
    const batch: Pending = { batchId, visits, spooled: store({ batchId, visits }) };
    inMemory += visits.length;
    batches.push(batch);
    // Only the next few also stay in memory.
    void batch.spooled.then((safe) => {
      if (safe && batch !== batches[0] && inMemory > capacity * AT_HAND) forgetVisits(batch);
    });
  }

  async function store(batch: VisitBatch): Promise<boolean> {
    if (!spool) return false;
    return spool.write(batch).then(
      () => {
        refusing = false;
        return true;
      },
      (err) => {
        if (!refusing) log.error({ err }, 'visits are kept in memory: the spool cannot store them');
        refusing = true;
        return false;
      },
    );
  }

  async function sendFirst(batch: Pending): Promise<void> {
    const safe = await batch.spooled;
    const { batchId } = batch;
    const visits = batch.visits ?? (await spool?.read(batchId))?.visits;
    if (visits) await send({ batchId, visits });
    forgetVisits(batch);
    batches.shift();
    if (safe) await spool?.remove(batchId);
  }

  /** Sends batch by batch; false when one fails. */
  async function sendAll(): Promise<boolean> {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      try {
        await sendFirst(batch);
      } catch (err) {
        if (!failing) log.warn({ err, batches: batches.length }, 'visits wait for the queue');
        failing = true;
        for (const each of [...batches]) if (await each.spooled) forgetVisits(each);
        return false;
      }
    }
    if (failing) log.info('the queue is available again: sending visits');
    failing = false;
    return true;
  }

  return {
    add,
    length: () => batches.length,
    /** Visits of sealed batches in memory. */
    inMemory: () => inMemory,
    send(): Promise<boolean> {
      sender = sender.then(sendAll);
      return sender;
    },
  };
}
