import { type Failure, fail } from '@carrara/domain/kernel';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../calls/failures.ts';

interface ClientError extends Error {
  readonly code?: string;
}

/** Returns the status and failure for a request that Node.js couldn't read. */
function refusalOf({ code }: ClientError): readonly [number, Failure] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, fail('TOO_LARGE', [], `Its headers and address can have at most ${maxHeaderSize} bytes together.`)];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, fail('MALFORMED', [], 'The request didn’t arrive in time.')];
  return [400, fail('MALFORMED', [], 'The request isn’t valid HTTP.')];
}

/** Answers a request that never became one, in the form of all errors, and closes its connection. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, failure] = refusalOf(error);
  const body = JSON.stringify(errorBody([failure]));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
