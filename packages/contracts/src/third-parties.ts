import { z } from 'zod';

const Switch = z.enum(['on', 'off'], 'must be on or off');

const isOriginWithKey = (text: string) =>
  /^https?:\/\/(:[^/?#@]+@)?[^/?#@]+\/?$/.test(text) && URL.canParse(text);

/** `off`, or what the check accepts. */
export const orOff = (check: (text: string) => boolean, message: string) =>
  z.string().refine((text) => text === 'off' || check(text), message);

/** The four videos of the home page, in order. */
export const explainerFilms = ['explainer', '50sant', 'clubnight', 'villains'] as const;

/** `off`, or the video ids in the order of `explainerFilms`, separated by commas. */
export const VideoPlayer = z.union(
  [
    z.literal('off'),
    z
      .string()
      .transform((text) => text.split(',').map((id) => id.trim()))
      .pipe(z.array(z.string().regex(/^[\w-]{6,20}$/)).length(explainerFilms.length)),
  ],
  'must be off, or four video ids separated by commas',
);

/** Third-party settings, shared by several services through the environment. */
export const thirdPartySettings = {
  /** `off`: no service and no page contacts any third party, whatever the other settings say. */
  THIRD_PARTIES: Switch.default('on'),
  /** Posts embedded from X, loaded by a click. */
  X_WIDGETS: Switch.default('on'),
  /**
   * `off`, or the server of the profile images that the gateway fetches, with `/x/{username}`; its key (header `x-api-key`), if
   * it wants one, as the URL's password.
   */
  AVATAR_URL: orOff(isOriginWithKey, 'must be off or https://host').default('https://unavatar.io'),
  VIDEO_PLAYER: VideoPlayer.default('off'),
};

/** Whether a third party may be contacted: its own setting and `THIRD_PARTIES` are on. */
export const isOn = <Name extends string>(
  settings: { THIRD_PARTIES: 'on' | 'off' } & Record<Name, unknown>,
  name: Name,
): boolean => settings.THIRD_PARTIES === 'on' && settings[name] !== undefined && settings[name] !== 'off';
