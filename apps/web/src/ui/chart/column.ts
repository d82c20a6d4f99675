export type Column = {
  key: string;
  /** Label on the axis. */
  label: string;
  /** Full name, shown with the value. */
  name: string;
  value: number;
  /** Whether it is still being counted. */
  isUnfinished: boolean;
};
