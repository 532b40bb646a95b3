import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'];
const tries: readonly (readonly [string, readonly string[], string])[] = [
  ['GET /health/live', offer, '200'],
  ['GET /api/signin/getloginurls', offer, '200'],
  ['GET /api/carry/fund', offer, '401'],
  ['GET /', ['Connection: Upgrade', 'Upgrade: foo/2'], '200'],
  ['POST /api/signin/local', [...offer, 'Content-Type: application/json', 'Content-Length: 2'], '400'],
];

/** Offers to switch to another protocol are ignored. */
export const attack: Attack = {
  label: 'offers of other protocols',
  async run({ product, tried }) {
    for (const [line, headers, expected] of tries) {
      const socket = connect(product.port, '127.0.0.1').setEncoding('utf8');
      let answer = '';
      socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
      socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
      await once(socket, 'close');
      const status = answer.split(' ')[1] ?? 'closed';
      tried(`${line}, ${headers[1]}`, status);
      expect(status, line).toBe(expected);
    }
  },
};
