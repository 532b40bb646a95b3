export { Connection, type Holder, HubError } from './connection.ts';
export { Hub, type HubOptions, type NegotiateAnswer } from './hub.ts';
export type { PollAnswer } from './longPolling.ts';
