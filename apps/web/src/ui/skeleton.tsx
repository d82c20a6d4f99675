import { classes } from '../lib/classes.ts';

/** Placeholder for a text that scripts fetch. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block rounded-sm bg-parchment-300 noscript:hidden', className)}
    />
  );
}
