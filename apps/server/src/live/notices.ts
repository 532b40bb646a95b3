import type { OutgoingEvent, Publisher } from '@carrara/adapters/postgres/engine/outbox/publisher';
import type { LiveChannel } from './liveChannel.ts';

const sessionEnded = 'session';
const noticeChannel = 'notices';

/** Returns a handler for notices of other processes, and of this one, that aren't in the outbox. */
export const createNoticeHandler =
  (channel: LiveChannel) =>
  (topic: string, body: string): void => {
    if (topic === sessionEnded) void channel.check().catch(() => undefined);
    if (topic === noticeChannel) channel.publish([JSON.parse(body) as OutgoingEvent]);
  };

/** Returns functions that send notices. If sending fails, nobody is informed, and pages update at their next read. */
export const createNoticeSenders = ({ announce }: Publisher) => ({
  onSessionEnded: () => void announce(sessionEnded, 'ended').catch(() => undefined),
  printAll: (event: OutgoingEvent) => void announce(noticeChannel, JSON.stringify(event)).catch(() => undefined),
});
