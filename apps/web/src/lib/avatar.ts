/** Who keeps profile images by handle; the Content-Security-Policy lets it in while the setting is on. */
const AVATAR_SERVICE = 'https://unavatar.io/x/';

/**
 * A handle's profile image; the service answers 404 instead of a stand-in, since the page has a seal of its own. `version`
 * other than 0 leads past what browsers have kept.
 */
export function avatarUrl(username: string, version = 0): string {
  const address = `${AVATAR_SERVICE}${encodeURIComponent(username)}?fallback=false`;
  return version === 0 ? address : `${address}&version=${version}`;
}
