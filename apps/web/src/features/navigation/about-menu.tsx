import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { navItemClasses } from './nav-item-classes.ts';
import { aboutTargets } from './targets.ts';
import { useGoTo } from './use-go-to.ts';

/** The About dropdown. Not modal: a modal one would have to write a style element, which the policy forbids. */
export function AboutMenu() {
  const goTo = useGoTo();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={navItemClasses}>
        About
        <ChevronDown aria-hidden="true" className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={8}
          className="z-50 grid min-w-48 animate-open rounded-lg border border-night-600 bg-night-900 p-2 shadow-card"
        >
          {aboutTargets.map((target) => (
            <DropdownMenu.Item
              key={target.label}
              onSelect={() => void goTo(target)}
              className="flex min-h-11 cursor-pointer items-center rounded-sm px-3 data-highlighted:bg-night-700 data-highlighted:text-gold-300"
            >
              {target.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
