import type { Shot } from './shot.ts';

function stamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}.${String(Math.round((seconds - whole) * 1000)).padStart(3, '0')}`;
}

/** WebVTT captions: one for each shot. */
export function captions(shots: readonly Shot[]): string {
  let at = 0;
  const cues = shots.map((shot) => {
    const from = at;
    at += shot.seconds;
    return `${stamp(from)} --> ${stamp(at - 0.05)}\n${shot.caption}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
