import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

async function request(port: number, path: string, headers: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
  socket.write([`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
  await Promise.race([once(socket, 'close'), once(socket, 'data')]);
  socket.destroy();
  return answer.split(' ')[1] ?? 'closed';
}

const closing = 'Connection: close';
const socket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];
const tries: readonly (readonly [string, readonly string[], string])[] = [
  ['/', ['Host: evil.example', closing], '421'],
  ['/api/signin/getloginurls', ['Host: evil.example:4600', closing], '421'],
  ['/api/signin/getloginurls', ['Host: localhost.evil.example', closing], '421'],
  ['/api/signin/getloginurls', ['Host: evil@localhost:1@evil.example', closing], '421'],
  ['/metrics', ['Host: evil.example', closing], '421'],
  ['/updateHub', ['Host: evil.example', ...socket], '421'],
  ['/health/ready', ['Host: a-probe.internal', closing], '200'],
  ['/api/signin/getloginurls', ['Host: app.firm.example', closing], '200'],
  ['/api/signin/getloginurls', ['Host: carrara.firm.example:8443', closing], '200'],
  ['/api/signin/getloginurls', ['Host: 127.0.0.1', closing], '200'],
  ['/updateHub', ['Host: carrara.firm.example', ...socket], '404'],
];

/** Requests under another host name that points to this machine's address read nothing. */
export const attack: Attack = {
  label: 'requests with foreign host names',
  async run({ startAnother, tried }) {
    const { port } = await startAnother({ PUBLIC_URL: 'http://carrara.firm.example', HOSTS: 'app.firm.example' });
    for (const [path, headers, expected] of tries) {
      const status = await request(port, path, headers);
      tried(`${path} ${headers[0]}`, status);
      expect(status, `${path} ${headers[0]}`).toBe(expected);
    }
  },
};
