import type { UseQueryResult } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type ReactNode, useId } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type PanelProps<Data> = {
  title: string;
  query: UseQueryResult<Data>;
  /** Shown when loading fails. */
  failure: string;
  /** Rendered beside the title. */
  control?: ReactNode;
  /** Class that reserves the height until data arrives. */
  room: string;
  children: (data: Data) => ReactNode;
};

/** A titled panel with its own error state and retry. */
export function Panel<Data>({ title, query, failure, control, room, children }: PanelProps<Data>) {
  const id = useId();
  const { data, isError, isFetching } = query;
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-sm bg-parchment-50 p-4 sm:p-5"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="text-lg font-bold">
          {title}
        </h3>
        {control}
      </div>
      {isError && !isFetching ? (
        <div role="alert" className={classes('grid content-start justify-items-start gap-3', room)}>
          <p className="flex items-center gap-2 font-bold text-cranberry-700">
            <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
            {failure}
          </p>
          <Button look="ink" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      ) : data === undefined || isError ? (
        <div className={room}>
          <p role="status" className="sr-only">
            Loading {title}…
          </p>
          <Skeleton className="size-full" />
        </div>
      ) : (
        children(data)
      )}
    </section>
  );
}
