import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

type ArrivingProps = {
  /** What is on its way, for those who do not see it. */
  label: string;
  hasFailed: boolean;
  onRetry: () => void;
  /** Its height, so that nothing moves when it is there. */
  className: string;
};

/** Stands where a part of the page is about to be. */
export function Arriving({ label, hasFailed, onRetry, className }: ArrivingProps) {
  if (!hasFailed) {
    return (
      <div role="status">
        <span className="sr-only">{label}</span>
        <Skeleton className={className} />
      </div>
    );
  }
  return (
    <Notice title="This didn't load" role="alert">
      <p>This part of the page did not arrive. Check your connection, or load the page again.</p>
      <Button look="ink" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
