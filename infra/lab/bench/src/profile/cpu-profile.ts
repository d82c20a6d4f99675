/** A CPU profile as the inspector gives it (Chrome DevTools Protocol, `Profiler.Profile`), as far as it is read here. */
export type CpuProfile = {
  nodes: ProfileNode[];
  /** Node ids, one for each sample. */
  samples: number[];
  /** Microseconds from one sample to the next. */
  timeDeltas: number[];
};

export type ProfileNode = {
  id: number;
  callFrame: CallFrame;
  /** Ids of what it called. */
  children?: number[];
};

/** `url` is empty for what is not JavaScript; `lineNumber` counts from 0. */
export type CallFrame = { functionName: string; url: string; lineNumber: number };
