import type { VerificationStage } from '@naughty-list/contracts/verifications';
import Check from 'lucide-react/icons/check';
import { classes } from '../lib/classes.ts';
import { type StageState, stageLabels, stageStates } from '../lib/stages.ts';
import { useTakesLong } from '../lib/use-takes-long.ts';
import { waitingText } from '../lib/waiting-times.ts';

const dots: Record<StageState, string> = {
  reached: 'border-pine-700 bg-pine-700 text-snow',
  current: 'border-ink-900 bg-gold-400 text-ink-900',
  ahead: 'border-parchment-400 bg-parchment-100 text-ink-700',
};

type StageTrackProps = {
  /** Accessible description of what progresses. */
  label: string;
  /** The last stage reached. */
  stage: VerificationStage;
  news: string;
  /** When that stage was reached, in milliseconds since 1970; undefined if the wait is not caused by the network. */
  since: number | undefined;
};

/** Progress of a verification: the stages in order, and a live text. */
export function StageTrack({ label, stage: last, news, since }: StageTrackProps) {
  return (
    <div className="grid animate-open gap-4">
      <ol aria-label={label} className="grid gap-0 sm:grid-cols-6">
        {stageStates(last).map(({ stage, state }, index) => (
          <li
            key={stage}
            aria-current={state === 'current' ? 'step' : undefined}
            className="relative flex items-center gap-3 py-1 sm:flex-col sm:gap-2 sm:py-0"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={classes(
                  'absolute bottom-1/2 left-4 h-full w-0.5 sm:top-4 sm:right-1/2 sm:bottom-auto sm:left-auto sm:h-0.5 sm:w-full',
                  state === 'reached' ? 'bg-pine-700' : 'bg-parchment-400',
                )}
              />
            )}
            <span
              className={classes(
                'figures relative z-10 grid size-8 shrink-0 place-items-center rounded-full border-2 font-bold',
                dots[state],
              )}
            >
              {state === 'reached' ? <Check aria-hidden="true" className="size-5" /> : index + 1}
            </span>
            <span className={classes(state === 'ahead' ? 'text-ink-700' : 'font-bold')}>
              {stageLabels[stage]}
              {state === 'reached' && <span className="sr-only"> (reached)</span>}
            </span>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="sm:text-center">
        <p className="text-lg">{news}</p>
        {since !== undefined && <Estimate stage={last} since={since} />}
      </div>
    </div>
  );
}

function Estimate({ stage, since }: { stage: VerificationStage; since: number }) {
  const isLong = useTakesLong(stage, since);
  return <p className={isLong ? 'font-bold' : 'text-ink-700'}>{waitingText(stage, isLong)}</p>;
}
