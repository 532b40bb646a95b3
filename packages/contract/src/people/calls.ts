/** The calls of the area by concept. A concept that is added here is served, and has hooks in the web app and calls of the client and the CLI. */
export { participantEndpoints as participant } from './participant.ts';
export { portalUserEndpoints as portalUser } from './portalUser.ts';
