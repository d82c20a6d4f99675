/** The parts of a response head that the load generator reads. */
export type Head = { status: number; contentLength: number };

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Parses the responses of one connection chunk by chunk without keeping or copying bodies, so that the load generator
 * is not the bottleneck. Supports only `content-length`, which all measured responses have.
 */
export class AnswerReader {
  readonly #onAnswer: (head: Head) => void;
  #begun: Buffer = Buffer.alloc(0);
  #head: Head | undefined;
  #bodyLeft = 0;

  constructor(onAnswer: (head: Head) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Parses the next chunk; its memory may be reused afterwards. */
  take(piece: Buffer): void {
    let at = 0;
    while (at < piece.length) at = this.#head ? this.#takeBody(piece, at) : this.#takeHead(piece, at);
  }

  #takeHead(piece: Buffer, at: number): number {
    const bytes =
      this.#begun.length > 0 ? Buffer.concat([this.#begun, piece.subarray(at)]) : piece.subarray(at);
    const end = bytes.indexOf(END_OF_HEAD);
    if (end === -1) {
      this.#begun = Buffer.from(bytes);
      return piece.length;
    }
    const consumed = end + END_OF_HEAD.length - this.#begun.length;
    this.#begun = Buffer.alloc(0);
    this.#head = readHead(bytes.toString('latin1', 0, end));
    this.#bodyLeft = this.#head.contentLength;
    this.#finishWhenDone();
    return at + consumed;
  }

  #takeBody(piece: Buffer, at: number): number {
    const taken = Math.min(this.#bodyLeft, piece.length - at);
    this.#bodyLeft -= taken;
    this.#finishWhenDone();
    return at + taken;
  }

  #finishWhenDone(): void {
    if (!this.#head || this.#bodyLeft > 0) return;
    const head = this.#head;
    this.#head = undefined;
    this.#onAnswer(head);
  }
}

function readHead(text: string): Head {
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined && status !== 204 && status !== 304) {
    throw new Error(`An answer without a content-length cannot be measured: ${text.split('\r\n', 1)[0]}`);
  }
  return { status, contentLength: Number(length ?? 0) };
}
