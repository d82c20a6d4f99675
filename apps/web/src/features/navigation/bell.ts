const BELL_VOLUME = 0.7;

/** Rings the bell once; a playback failure is only logged. */
export function ringBell(): void {
  try {
    const bell = new Audio();
    bell.src = bell.canPlayType('audio/ogg; codecs="vorbis"') ? '/art/bell.ogg' : '/art/bell.mp3';
    bell.volume = BELL_VOLUME;
    bell.play().catch(logFailure);
  } catch (error) {
    logFailure(error);
  }
}

function logFailure(error: unknown): void {
  console.warn('the bell could not ring', error);
}
