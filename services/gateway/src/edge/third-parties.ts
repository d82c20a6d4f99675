/** What pages may load from other origins, per Content-Security-Policy directive. */
export type Sources = Partial<
  Record<'script-src' | 'connect-src' | 'img-src' | 'frame-src', readonly string[]>
>;

/**
 * All third parties; pages can reach nothing else. Each has one setting, `off` by default, which the chain verifier
 * reads too and publishes to pages.
 */
export const thirdParties = {
  /** Embedded posts on report cards. */
  X_WIDGETS: {
    'script-src': ['https://platform.twitter.com'],
    'frame-src': ['https://platform.twitter.com', 'https://syndication.twitter.com'],
  },
  /** Profile images by handle. */
  AVATARS: { 'img-src': ['https://unavatar.io'] },
  /** Market cap, volume and 24 h change; fetched by the gateway, so pages need no access. */
  MARKET_DATA: {},
  /** Explainer videos. */
  VIDEO_PLAYER: { 'frame-src': ['https://www.youtube-nocookie.com'] },
} as const satisfies Record<string, Sources>;

export type ThirdParty = keyof typeof thirdParties;
