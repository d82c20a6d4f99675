import { StageTrack } from '../../ui/stage-track.tsx';
import type { Removal } from './removal.ts';
import { stageNews } from './stage-news.ts';

const waitingTexts = {
  offline: 'You are offline. Santa keeps your place and goes on by himself when you are back.',
  busy: 'The workshop is not answering right now. Your hash is kept, and Santa keeps trying.',
};

export function RemovalStages({ removal }: { removal: Removal }) {
  const news = removal.waiting ? waitingTexts[removal.waiting] : stageNews[removal.stage];
  const since = removal.waiting ? undefined : removal.since;
  return <StageTrack label="Progress of the removal" stage={removal.stage} news={news} since={since} />;
}
