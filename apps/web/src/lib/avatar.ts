/** Serves profile images by handle; allowed by the Content-Security-Policy while the setting is on. */
const AVATAR_SERVICE = 'https://unavatar.io/x/';

/**
 * URL of a handle's profile image; the service returns 404 instead of a placeholder, since the page has its own
 * fallback. A `version` other than 0 busts the browser's cache.
 */
export function avatarUrl(username: string, version = 0): string {
  const address = `${AVATAR_SERVICE}${encodeURIComponent(username)}?fallback=false`;
  return version === 0 ? address : `${address}&version=${version}`;
}
