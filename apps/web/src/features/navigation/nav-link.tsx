import type { MouseEvent, ReactNode } from 'react';
import { type NavTarget, targetHref } from './targets.ts';
import { useGoTo } from './use-go-to.ts';

type NavLinkProps = {
  target: NavTarget;
  className?: string;
  children?: ReactNode;
  onGo?: () => void;
};

/** A real link (it opens in a new tab) that otherwise navigates client-side. */
export function NavLink({ target, className, children, onGo, ...rest }: NavLinkProps) {
  const goTo = useGoTo();
  const follow = async (event: MouseEvent) => {
    const wantsOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || wantsOtherTab) return;
    event.preventDefault();
    onGo?.();
    await goTo(target);
  };
  // Passes on the props of a wrapping menu item (role, focus, click); its click closes the menu.
  return (
    <a href={targetHref(target)} className={className} {...rest} onClick={follow}>
      {children ?? target.label}
    </a>
  );
}
