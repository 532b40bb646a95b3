export { pruneTransient } from './prune.ts';
export { type OutgoingEvent, type Publisher, type PublisherOptions, startPublisher } from './publisher.ts';
