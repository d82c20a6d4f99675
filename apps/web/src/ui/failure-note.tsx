import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { useLostFocus } from '../lib/scroll.ts';

type FailureNoteProps = { title: string; message: string; advice: string };

/** What went wrong and what to do, announced as an alert. */
export function FailureNote({ title, message, advice }: FailureNoteProps) {
  return (
    <div
      ref={useLostFocus<HTMLDivElement>()}
      tabIndex={-1}
      role="status"
      className="flex animate-open gap-3 rounded-sm border-l-8 border-cranberry-600 bg-parchment-50 p-4 text-left"
    >
      <CircleAlert aria-hidden="true" className="size-6 shrink-0 text-cranberry-700" />
      <div className="grid min-w-0 gap-1">
        <p className="text-lg font-bold text-cranberry-700">{title}</p>
        <p>{message}</p>
        <p className="font-bold">{advice}</p>
      </div>
    </div>
  );
}
