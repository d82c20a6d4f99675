/** The part of the inspector's CPU profile (Chrome DevTools Protocol, `Profiler.Profile`) that is used. */
export type CpuProfile = {
  nodes: ProfileNode[];
  /** Node ids, one per sample. */
  samples: number[];
  /** Microseconds between samples. */
  timeDeltas: number[];
};

export type ProfileNode = {
  id: number;
  callFrame: CallFrame;
  /** Ids of its callees. */
  children?: number[];
};

/** `url` is empty for native code; `lineNumber` is 0-based. */
export type CallFrame = { functionName: string; url: string; lineNumber: number };
