/**
 * Answers the pings of the process that supervises this one, over the IPC channel, which no client can exhaust. The
 * channel does not keep this process alive.
 */
export function answerPings(): void {
  process.on('message', (message) => {
    if (message === 'ping') process.send?.('pong', undefined, {}, () => {});
  });
  process.channel?.unref();
}
