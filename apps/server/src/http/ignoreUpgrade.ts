import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

export const requestsWebSocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '');

/**
 * Answers a request that offers another protocol, such as h2c, as if it hadn't, because such an offer may be ignored.
 * If somebody listens for upgrades, Node.js hands over every offer with its connection, so the connection ends with the
 * response. A body would no longer be read.
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
  const Message = 'Send requests that have a body without the Upgrade header.';
  response.end(JSON.stringify({ Message, ExceptionMessage: Message }));
}
