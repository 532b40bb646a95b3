import type { OutgoingEvent, Publisher } from '@carrara/adapters/postgres';
import type { LiveChannel } from './liveChannel.ts';

const sessionEnded = 'session';
const told = 'told';

/** What the processes tell each other outside of the outbox, as this one hears it; itself included. */
export const hearing =
  (channel: LiveChannel) =>
  (topic: string, body: string): void => {
    if (topic === sessionEnded) void channel.check().catch(() => undefined);
    if (topic === told) channel.publish([JSON.parse(body) as OutgoingEvent]);
  };

/** As this one tells it; what cannot be told is told by nobody, and a page is read again some day. */
export const telling = ({ announce }: Publisher) => ({
  onSessionEnded: () => void announce(sessionEnded, 'ended').catch(() => undefined),
  tellAll: (event: OutgoingEvent) => void announce(told, JSON.stringify(event)).catch(() => undefined),
});
