import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

type ArrivingProps = {
  /** Accessible description of what is loading. */
  label: string;
  hasFailed: boolean;
  onRetry: () => void;
  /** Sets the height, to prevent layout shifts. */
  className: string;
};

/** Placeholder of a lazy part of the page. */
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
