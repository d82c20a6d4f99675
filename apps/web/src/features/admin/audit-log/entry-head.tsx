import type { LucideIcon } from 'lucide-react';
import { absoluteTime, relativeTime } from '../../../lib/relative-time.ts';

/** `at`: ISO 8601. */
type EntryHeadProps = { Icon: LucideIcon; title: string; who: string; at: string; now: Date };

/** Action, admin and time of an entry. */
export function EntryHead({ Icon, title, who, at, now }: EntryHeadProps) {
  const time = new Date(at);
  return (
    <div className="flex min-w-0 gap-3">
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-ink-700" />
      <div className="min-w-0">
        <h3 className="text-lg leading-tight font-bold">{title}</h3>
        <p className="figures text-ink-700">
          by <strong className="text-ink-900">{who}</strong>,{' '}
          <time dateTime={at} title={absoluteTime(time)}>
            {relativeTime(time, now)}
          </time>
          , {absoluteTime(time)}
        </p>
      </div>
    </div>
  );
}
