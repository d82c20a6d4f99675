import type { Readable } from 'node:stream';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';

/** A subscriber: `write` receives text as it arrives, `end` is called when the feed is over. */
export type Follower = { write(text: string): void; end(): void };

/** Longer than any event. */
const EVENT_MAX_LENGTH = 64 * 1024;

/**
 * Fans out the server-sent events of one resource. Each event carries the whole state, so a new subscriber starts
 * with the last one. Heartbeats and retry times are not passed on. `onOver` is called once, at the end or when the
 * last subscriber has left.
 */
export class Feed {
  readonly #followers = new Set<Follower>();
  readonly #onOver: () => void;
  #last: string | undefined;
  #rest = '';
  #ended = false;

  constructor(source: Readable, onOver: () => void) {
    this.#onOver = onOver;
    source.setEncoding('utf8');
    source.on('data', (text: string) => this.#read(text));
    source.once('error', () => this.#end());
    source.once('close', () => this.#end());
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Returns a function to unsubscribe. */
  join(follower: Follower): () => void {
    if (this.#last !== undefined) follower.write(this.#last);
    if (this.#ended) {
      follower.end();
      return () => {};
    }
    this.#followers.add(follower);
    return () => {
      if (this.#followers.delete(follower) && this.#followers.size === 0) this.#end();
    };
  }

  #read(text: string): void {
    const events = (this.#rest + text).split('\n\n');
    this.#rest = events.pop() ?? '';
    if (this.#rest.length > EVENT_MAX_LENGTH) this.#end();
    for (const event of events) if (/^(data|id):/.test(event)) this.#send(`${event}\n\n`);
  }

  #send(event: string): void {
    this.#last = event;
    for (const follower of this.#followers) follower.write(event);
    // Close after the last event.
    if (event.startsWith(`id: ${LAST_EVENT_ID}\n`)) this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const follower of followers) follower.end();
    this.#onOver();
  }
}
