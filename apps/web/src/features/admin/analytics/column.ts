/** A column of a chart. */
export type Column = {
  key: string;
  /** On the axis. */
  label: string;
  /** In words, beside the number. */
  name: string;
  visits: number;
  /** Whether it is still being counted. */
  isUnfinished: boolean;
};
