import { classes } from '../lib/classes.ts';

type DrawingProps = { className: string };

/** A lit candle in a brass holder. */
export const Candle = ({ className }: DrawingProps) => (
  <img
    src="/art/scenes/candle.svg"
    alt=""
    width={160}
    height={258}
    className={classes('w-auto', className)}
  />
);

/** A sprig of holly. */
export const Holly = ({ className }: DrawingProps) => (
  <img
    src="/art/scenes/holly.svg"
    alt=""
    width={120}
    height={70}
    loading="lazy"
    className={classes('w-auto', className)}
  />
);
