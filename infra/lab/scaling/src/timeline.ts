/** A discrete-event queue with a virtual clock. Times are in milliseconds. */
export type Timeline = {
  now(): number;
  after(ms: number, happens: () => void): void;
  /** Runs until the queue is empty or the time is over. */
  runUntil(ms: number): void;
};

type Event = { at: number; order: number; happens: () => void };

const isBefore = (one: Event, other: Event) =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A binary heap; simultaneous events run in the order of their creation. */
export function createTimeline(): Timeline {
  const heap: Event[] = [];
  let now = 0;
  let made = 0;

  function swap(one: number, other: number): void {
    [heap[one], heap[other]] = [heap[other] as Event, heap[one] as Event];
  }
  const goesBefore = (one: number, other: number) => isBefore(heap[one] as Event, heap[other] as Event);

  function push(event: Event): void {
    let place = heap.push(event) - 1;
    for (let above = (place - 1) >> 1; place > 0 && goesBefore(place, above); above = (place - 1) >> 1) {
      swap(place, above);
      place = above;
    }
  }

  function pop(): Event {
    swap(0, heap.length - 1);
    const first = heap.pop() as Event;
    for (let place = 0; ; ) {
      const children = [2 * place + 1, 2 * place + 2].filter((child) => child < heap.length);
      const least = children.reduce((best, child) => (goesBefore(child, best) ? child : best), place);
      if (least === place) return first;
      swap(place, least);
      place = least;
    }
  }

  return {
    now: () => now,
    after: (ms, happens) => push({ at: now + ms, order: ++made, happens }),
    runUntil(ms) {
      for (let next = heap[0]; next && next.at <= ms; next = heap[0]) {
        pop();
        now = next.at;
        next.happens();
      }
      now = Math.max(now, ms);
    },
  };
}
