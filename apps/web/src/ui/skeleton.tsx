import { classes } from '../lib/classes.ts';

/** Placeholder of content that is still loading; hidden without scripts. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block rounded-sm bg-parchment-300 noscript:hidden', className)}
    />
  );
}

/** The same, announced. */
export function Loading({ text, className }: { text: string; className: string }) {
  return (
    <div role="status">
      <span className="sr-only">{text}</span>
      <Skeleton className={className} />
    </div>
  );
}
