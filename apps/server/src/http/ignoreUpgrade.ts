import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

export const wantsWebSocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '');

/**
 * Answers a request that offers another protocol, such as h2c, as if it had not: an offer may be left alone. Where somebody listens for
 * upgrades Node hands over every offer, with the connection, so the connection ends with the answer. A body would not be read any more.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end());
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    return void server.emit('request', request, response);
  }
  response.writeHead(400, { 'content-type': 'application/json' });
  const Message = 'Send a request with a body without the header Upgrade.';
  response.end(JSON.stringify({ Message, ExceptionMessage: Message }));
}
