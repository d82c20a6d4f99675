import { useRouter } from '@tanstack/react-router';
import { NAVIGATION_SCROLL_DELAY_MS, scrollToElement, scrollToTop } from '../../lib/scroll.ts';
import type { NavTarget } from './targets.ts';

/** Scrolls to a target on the open page, otherwise navigates and scrolls after 100 ms. */
export function useGoTo(): (target: NavTarget) => Promise<void> {
  const router = useRouter();
  return async ({ path, section }) => {
    const isHere = router.state.location.pathname === path && router.state.location.searchStr === '';
    if (!isHere) await router.navigate({ href: path });
    setTimeout(
      () => (section ? scrollToElement(section) : scrollToTop()),
      isHere ? 0 : NAVIGATION_SCROLL_DELAY_MS,
    );
  };
}
