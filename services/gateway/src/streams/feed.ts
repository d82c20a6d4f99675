import type { Readable } from 'node:stream';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';

/** Something that follows a feed: text is written as it arrives, `end` is called when there is no more. */
export type Follower = { write(text: string): void; end(): void };

/** Longer than any event of a service. */
const EVENT_MAX_LENGTH = 64 * 1024;

/**
 * Server-sent events of one thing, fanned out to all who follow it. Each event holds the whole of it: a new follower gets the
 * last one. Comments (heartbeats) and retry times stay here. `onOver` is called once, when it ends or its last follower has left.
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

  /** Answers how to leave. */
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
    // Nothing comes after the last event.
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
