import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Connection, Transport } from './connection.ts';

/** If more bytes than this are waiting, the reader is too slow. */
const slowBytes = 1_048_576;
const endPatienceMs = 2_000;

const largestMessageBytes = 32_768;

export function createSockets(): WebSocketServer {
  return new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes, perMessageDeflate: false });
}

/** Runs a connection over a web socket. */
export function carryBySocket(connection: Connection, socket: WebSocket, now: () => number): void {
  connection.attach(transportOf(socket));
  socket.on('message', (data: RawData) => connection.receive(textOf(data), now()));
  socket.on('close', () => connection.lost());
  socket.on('error', () => socket.terminate());
}

function transportOf(socket: WebSocket): Transport {
  return {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return true;
      if (socket.bufferedAmount > slowBytes) return false;
      socket.send(frame);
      return true;
    },
    end() {
      if (socket.bufferedAmount > slowBytes) return socket.terminate();
      socket.close(1000);
      // Drops clients that don't respond to the close.
      setTimeout(() => socket.terminate(), endPatienceMs).unref();
    },
  };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
