import { randomUUID } from 'node:crypto';
import { VISIT_BATCH_MAX, type Visit, type VisitBatch } from '@naughty-list/contracts/visits';
import type { Log } from '@naughty-list/service-kit/log';
import type { VisitSpool } from './visit-spool.ts';

/** Gathers visits and hands them on in batches, so that counting never holds up a page. */
export type VisitBuffer = {
  add(visit: Visit): void;
  /** Sealed batches that the queue does not have yet. */
  batchesWaiting(): number;
  /** Sends what is left. What cannot be sent now waits on disk for the next start; without a spool it is lost, and logged. */
  close(): Promise<void>;
};

const GATHER_MS = 250;
/** So much longer, a second, while the queue takes nothing: batches that wait are to be few. */
const LONGER_WHILE_AWAY = 4;
const RETRY_MS = 2_000;
/** Visits in memory: an hour at about 28 a second, about 40 MB. What comes on top while queue and disk refuse is dropped. */
const CAPACITY = 100_000;
/** So much of the room is for batches that the disk has too: the queue is to have them in a moment. */
const AT_HAND = 1 / 20;

/** A sealed batch on its way to the queue. Its visits are in memory, on disk, or both. */
type Pending = { batchId: string; visits: Visit[] | undefined; spooled: Promise<boolean> };

type Options = {
  send: (batch: VisitBatch) => Promise<void>;
  log: Log;
  spool?: VisitSpool | undefined;
  /** Told of each visit that there is no room for. */
  onDropped?: () => void;
  batchSize?: number;
  gatherMs?: number;
  retryMs?: number;
  capacity?: number;
};

/**
 * A batch is accepted when it is sealed, after a quarter of a second or when it is full: from then on it is in the spool until the
 * queue has it. One that fails to be sent is sent again under its id until it succeeds: whoever counts knows it by the id.
 */
export function createVisitBuffer(options: Options): VisitBuffer {
  const { batchSize = VISIT_BATCH_MAX, gatherMs = GATHER_MS, retryMs = RETRY_MS } = options;
  const { capacity = CAPACITY, log, onDropped } = options;
  const line = createLine(options);
  let gathering: Visit[] = [];
  let dropped = 0;
  let gatherTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;

  function seal(): void {
    clearTimeout(gatherTimer);
    gatherTimer = undefined;
    if (gathering.length > 0) line.join(gathering);
    gathering = [];
  }

  function send(): void {
    void line.send().then((emptied) => {
      if (!emptied) {
        retryTimer ??= setTimeout(() => {
          retryTimer = undefined;
          send();
        }, retryMs);
      } else if (dropped > 0) {
        log.error({ dropped }, 'visits were dropped: there was no room for more');
        dropped = 0;
      }
    });
  }

  function handOn(): void {
    seal();
    if (!retryTimer) send();
  }
  if (line.length() > 0) send();

  return {
    add(visit) {
      if (line.inMemory() + gathering.length >= capacity) {
        dropped += 1;
        onDropped?.();
        return;
      }
      gathering.push(visit);
      if (gathering.length >= batchSize) handOn();
      else gatherTimer ??= setTimeout(handOn, retryTimer ? LONGER_WHILE_AWAY * gatherMs : gatherMs);
    },
    batchesWaiting: () => line.length(),
    async close() {
      seal();
      const emptied = await line.send();
      clearTimeout(retryTimer);
      if (emptied) return;
      const [waiting, lost] = [line.length(), line.inMemory()];
      if (lost > 0) log.error({ waiting, lost }, 'visits lost');
      else log.warn({ waiting }, 'batches of visits wait on disk');
    },
  };
}

/** The sealed batches, oldest first, those of an earlier process before all others. */
function createLine({ send, log, spool, capacity = CAPACITY }: Options) {
  const spooled = Promise.resolve(true);
  const batches: Pending[] = (spool?.left ?? []).map((batchId) => ({ batchId, visits: undefined, spooled }));
  let inMemory = 0;
  let failing = false;
  let refusing = false;
  // One sender at a time: a batch is taken off only by the one that sent it.
  let sender: Promise<boolean> = Promise.resolve(true);

  function forgetVisits(batch: Pending): void {
    inMemory -= batch.visits?.length ?? 0;
    batch.visits = undefined;
  }

  function join(visits: Visit[]): void {
    const batchId = randomUUID();
    const batch: Pending = { batchId, visits, spooled: store({ batchId, visits }) };
    inMemory += visits.length;
    batches.push(batch);
    // Only those that are next stay in memory as well.
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
        if (!refusing) log.error({ err }, 'visits are kept in memory: the spool refuses them');
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

  /** Sends batch by batch; false when one could not be sent. */
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
    if (failing) log.info('visits are sent again');
    failing = false;
    return true;
  }

  return {
    join,
    length: () => batches.length,
    /** Visits of sealed batches that memory holds. */
    inMemory: () => inMemory,
    send(): Promise<boolean> {
      sender = sender.then(sendAll);
      return sender;
    },
  };
}
