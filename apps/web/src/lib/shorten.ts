/** Shortens an address or hash in the middle; a text that would not get shorter stays whole. */
export function shortenMiddle(text: string, head = 6, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
