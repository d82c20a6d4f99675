import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { Button } from '../../ui/button.tsx';
import { Holly } from '../../ui/holly.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth'];

export function ListLoading() {
  return (
    <div>
      <p role="status" className="px-1 pb-3 text-ink-700">
        Loading scammer reports...
      </p>
      {SKELETONS.map((name) => (
        <div key={name} className="flex min-h-24 items-center gap-4 border-t border-parchment-400 px-1 py-4">
          <Skeleton className="size-12 shrink-0" />
          <div className="grid flex-1 gap-3">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full max-w-prose" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function ListEmpty() {
  return (
    <Notice title="No reports yet" role="status" art={<Holly className="h-16" />}>
      <p>Be the first to report a scammer and help protect the community!</p>
    </Notice>
  );
}

/** Not found is no clean bill of health, and the page says so. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      title="No matching reports found"
      role="status"
      art={<WaxSeal letter="?" tone="pine" className="size-20" />}
    >
      <p>Try adjusting your search terms or category filter</p>
      <p>A name that is not in the ledger is not proven nice. Keep your eyes open.</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}

type ListFailedProps = { title: string; error: Error; onRetry: () => void };

export function ListFailed({ title, error, onRetry }: ListFailedProps) {
  const isOffline = error instanceof ApiCallError && error.status === 0;
  const reason = isOffline ? 'The workshop could not be reached. Check your connection.' : error.message;
  return (
    <Notice title={title} role="alert" art={<WaxSeal letter="!" className="size-20" />}>
      <p>{reason}</p>
      <Button look="ink" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
