/** Counts calls within time windows. A window opens with its first count and is removed when it ends. */
export type Counts = {
  /** Adds one under this key; synchronous unless it needs a round trip. */
  add(key: string, windowMs: number): Counted | Promise<Counted>;
  /** Reverts one count. */
  takeBack(key: string): Promise<void>;
};

/** The window's count and remaining time. */
export type Counted = { count: number; endsInMs: number };
