import { useEffect } from 'react';

/** The panel's title, and a word to search engines that came by another road than the gateway's. */
export function useAdminHead(): void {
  useEffect(() => {
    document.title = 'Admin - The Naughty List';
    if (document.querySelector('meta[name=robots]')) return;
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex';
    document.head.append(robots);
  }, []);
}
