import BookOpenText from 'lucide-react/icons/book-open-text';
import Feather from 'lucide-react/icons/feather';
import { IndexTabs } from '../../ui/index-tabs.tsx';

export type HomeView = 'list' | 'report';

const views = [
  { view: 'list', label: 'View Naughty List', Icon: BookOpenText },
  { view: 'report', label: 'Report Scammer', Icon: Feather },
] as const;

type ViewToggleProps = { view: HomeView; onChoose: (view: HomeView) => void };

/** Switches between the Naughty List and the report form. */
export function ViewToggle(props: ViewToggleProps) {
  return <IndexTabs views={views} {...props} />;
}
