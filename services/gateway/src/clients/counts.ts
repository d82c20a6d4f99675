/** Counts what clients do within windows of time; a window opens with its first count and is gone when it ends. */
export type Counts = {
  /** Counts one more under this key; at once where nobody has to be asked. */
  add(key: string, windowMs: number): Counted | Promise<Counted>;
  /** Takes one back, as if it had not happened. */
  takeBack(key: string): Promise<void>;
};

/** What the window holds now, and how long it lasts still. */
export type Counted = { count: number; endsInMs: number };
