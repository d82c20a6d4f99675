import { useEffect } from 'react';

/** Sets the panel's title and a `noindex` meta tag, for responses that did not pass the gateway. */
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
