import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

const head = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
const requests = [
  ['an encoding that HTTP does not divide by', `GET /api/carry/fund ${head}Transfer-Encoding: gzip\r\n\r\n`],
  [
    'a piece without a size',
    `POST /api/signin/local ${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n`,
  ],
  ['an address that cannot be read', `GET /api/carry/fund/%ff ${head}\r\n`],
] as const;

/** Input that is not HTTP is refused and leaves nothing in the log that needs attention. */
export const attack: Attack = {
  label: 'requests that violate HTTP',
  async run({ product, tried }) {
    for (const [label, request] of requests) {
      const socket = connect(product.port, '127.0.0.1').setEncoding('utf8');
      let answer = '';
      socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(request);
      await once(socket, 'close');
      tried(label, answer.split('\r\n', 1)[0] || 'closed');
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(product.written()).not.toMatch(/"level":"error"[^\n]*normalizeIP|Cannot read properties/);
  },
};
