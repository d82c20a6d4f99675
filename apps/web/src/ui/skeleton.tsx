import { classes } from '../lib/classes.ts';

/** A place where text is about to be. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block rounded-sm bg-parchment-300', className)} />;
}
