export const rate = 44_100;

/** A 16-bit mono WAV file of samples, brought to a peak just below full and faded out over `fadeSeconds`. */
export function wav(samples: Float32Array, fadeSeconds: number, peakAt = 0.89): Buffer {
  const peak = samples.reduce((top, value) => Math.max(top, Math.abs(value)), 1e-9);
  const fade = Math.round(rate * fadeSeconds);
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (let i = 0; i < samples.length; i++) {
    const end = Math.min(1, (samples.length - i) / fade);
    file.writeInt16LE(Math.round(((samples[i] ?? 0) / peak) * peakAt * end * 32_767), 44 + i * 2);
  }
  return file;
}
