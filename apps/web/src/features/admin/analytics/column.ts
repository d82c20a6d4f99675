export type Column = {
  key: string;
  /** Label on the axis. */
  label: string;
  /** Full name, shown with the number. */
  name: string;
  visits: number;
  /** Whether visits are still being counted. */
  isUnfinished: boolean;
};
