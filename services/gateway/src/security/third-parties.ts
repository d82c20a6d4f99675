import { Switch, VideoPlayer } from '@naughty-list/contracts/token-config';
import type { z } from 'zod';

/** What a page may load from elsewhere, per Content-Security-Policy directive. */
export type Sources = Partial<
  Record<'script-src' | 'connect-src' | 'img-src' | 'frame-src', readonly string[]>
>;

/**
 * Every third party of the product; nothing else is reachable from its pages. Each has one setting, `off` at first; the
 * chain verifier tells pages of it, from the same name.
 */
export const thirdParties = {
  /** Embedded posts on report cards. */
  X_WIDGETS: {
    'script-src': ['https://platform.twitter.com'],
    'frame-src': ['https://platform.twitter.com', 'https://syndication.twitter.com'],
  },
  /** Profile images by handle. */
  AVATARS: { 'img-src': ['https://unavatar.io'] },
  /** Market cap, volume and 24 h change: asked by the gateway, so pages need not reach it. */
  MARKET_DATA: {},
  /** Explainer videos. */
  VIDEO_PLAYER: { 'frame-src': ['https://www.youtube-nocookie.com'] },
} as const satisfies Record<string, Sources>;

export type ThirdParty = keyof typeof thirdParties;

export const thirdPartySettings = {
  X_WIDGETS: Switch.default('off'),
  AVATARS: Switch.default('off'),
  MARKET_DATA: Switch.default('off'),
  VIDEO_PLAYER: VideoPlayer.default('off'),
} satisfies Record<ThirdParty, z.ZodType>;
