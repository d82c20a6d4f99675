import Gift from 'lucide-react/icons/gift';
import HandHeart from 'lucide-react/icons/hand-heart';
import { IndexTabs } from '../../ui/index-tabs.tsx';

export type NiceView = 'list' | 'submit';

const views = [
  { view: 'list', label: 'View Nice List', Icon: Gift },
  { view: 'submit', label: 'Submit Web3 Hero', Icon: HandHeart },
] as const;

type NiceToggleProps = { view: NiceView; onChoose: (view: NiceView) => void };

/** Switches between the Nice List and the praise form. */
export function NiceToggle(props: NiceToggleProps) {
  return <IndexTabs views={views} {...props} />;
}
