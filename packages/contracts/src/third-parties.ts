import { z } from 'zod';

export const Switch = z.enum(['on', 'off'], 'must be on or off');

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
  /** Profile images, fetched by the gateway. */
  AVATARS: Switch.default('on'),
  VIDEO_PLAYER: VideoPlayer.default('off'),
};

/** Whether a third party may be contacted: its own setting and `THIRD_PARTIES` are on. */
export const isOn = <Name extends string>(
  settings: { THIRD_PARTIES: 'on' | 'off' } & Record<Name, unknown>,
  name: Name,
): boolean => settings.THIRD_PARTIES === 'on' && settings[name] !== undefined && settings[name] !== 'off';
