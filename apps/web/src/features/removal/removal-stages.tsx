import { stuckTexts } from '../../lib/waiting-times.ts';
import { StageTrack } from '../../ui/stage-track.tsx';
import type { Removal } from './removal.ts';
import { stageNews } from './stage-news.ts';

export function RemovalStages({ removal }: { removal: Removal }) {
  const news = removal.waiting ? stuckTexts[removal.waiting] : stageNews[removal.stage];
  const since = removal.waiting ? undefined : removal.since;
  return <StageTrack label="Progress of the removal" stage={removal.stage} news={news} since={since} />;
}
