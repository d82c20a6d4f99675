import type { ReactNode } from 'react';
import { classes } from '../lib/classes.ts';
import { Flourish } from './drawings.tsx';

type ListHeadProps = { title: string; titleId: string; titleColor: string; hint: string; search?: ReactNode };

/**
 * The title of a list with its search beside it, or above it on a phone. The search comes first in the DOM; separate
 * columns keep both in place while the page streams in.
 */
export function ListHead({ title, titleId, titleColor, hint, search }: ListHeadProps) {
  return (
    <div className="grid gap-4 md:grid-cols-[1fr_1.2fr] md:gap-10">
      {search && <div className="md:col-start-2 md:pt-4">{search}</div>}
      <div className="grid content-start gap-2 md:col-start-1 md:row-start-1">
        <h2 id={titleId} tabIndex={-1} className={classes('text-2xl md:text-3xl', titleColor)}>
          {title}
        </h2>
        <Flourish className="hidden w-56 text-parchment-400 md:block" />
        <p className="text-ink-700">{hint}</p>
      </div>
    </div>
  );
}
