import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { MenuButton } from '../../ui/menu-button.tsx';
import { navItemClasses } from './nav-item-classes.ts';
import { aboutTargets, appealTarget, pictureTarget } from './targets.ts';
import { useGoTo } from './use-go-to.ts';

/** The About dropdown. It also links to the picture editor and the appeal, for which narrow windows have no room in the bar. */
export function AboutMenu() {
  const goTo = useGoTo();
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuButton
      align="start"
      button={{
        className: navItemClasses,
        children: (
          <>
            About
            <ChevronDown aria-hidden="true" className="size-4" />
          </>
        ),
      }}
      entries={[...aboutTargets, pictureTarget, appealTarget].map((target) => ({
        key: target.label,
        label: target.label,
        onSelect: () => void goTo(target),
      }))}
      isOpen={isOpen}
      onOpenChange={setOpen}
    />
  );
}
