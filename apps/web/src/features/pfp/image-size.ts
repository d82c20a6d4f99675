export type ImageSize = { width: number; height: number };

/**
 * Width and height from the header of a PNG, GIF, WebP or JPEG file, before decoding: a small file can decode to
 * gigabytes. Undefined for other formats and truncated headers.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (hasText(bytes, 1, 'PNG')) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (hasText(bytes, 0, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return webpSize(bytes, view);
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
}

function webpSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  if (hasText(bytes, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (hasText(bytes, 12, 'VP8L')) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (hasText(bytes, 12, 'VP8 ')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  return undefined;
}

/** Scans the segments for the frame header (SOF0 to SOF15, except C4, C8 and CC, which are not frames). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}
