export { pruneTransient } from './prune.ts';
export { type OutgoingEvent, type Publisher, startPublisher } from './publisher.ts';
