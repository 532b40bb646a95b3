import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

export const requestsWebSocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '');

/**
 * Ignores a request's offer to switch to another protocol, such as h2c, and answers the request over HTTP. Because the
 * server listens for upgrades, Node.js detaches the connection of every such request. So the connection ends with the
 * response, and a body can't be read.
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
