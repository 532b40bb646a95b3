import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

const starts = [
  ['half a head', 'POST /api/signin/local HTTP/1.1\r\nHost: localhost\r\n'],
  [
    'a head without its body',
    'POST /api/signin/local HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
  ],
  [
    'half a body',
    'POST /api/signin/local HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"Login":',
  ],
  [
    'a body in pieces that goes on',
    'POST /api/signin/local HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
] as const;

/** Requests that never finish time out, together with their connection. */
export const attack: Attack = {
  label: 'requests that stall',
  async run({ startAnother, tried }) {
    const { port, baseUrl } = await startAnother({ REQUEST_TIMEOUT_MS: '1000' });
    await Promise.all(
      starts.map(async ([label, start]) => {
        const socket = connect(port, '127.0.0.1').setEncoding('utf8');
        let answer = '';
        socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(start);
        const dripping = label.includes('goes on') ? setInterval(() => socket.write('1\r\na\r\n'), 200) : undefined;
        await once(socket, 'close');
        clearInterval(dripping);
        tried(label, answer.split('\r\n', 1)[0] || 'closed');
        expect(answer).toMatch(/^HTTP\/1\.1 408 |^$/);
      }),
    );
    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
  },
};
