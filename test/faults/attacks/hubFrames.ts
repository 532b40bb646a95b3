import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Attack } from '../attack.ts';

const end = '\u001e';
const noText = { toString: null, valueOf: null };
const handshake = JSON.stringify({ protocol: 'json', version: 1 }) + end;
const frames: readonly (readonly [string, string])[] = [
  ['a protocol without a text', JSON.stringify({ protocol: noText, version: 1 }) + end],
  ['a version without a text', JSON.stringify({ protocol: 'json', version: noText }) + end],
  ['a handshake that is a list', `[]${end}`],
  ['a target without a text', `${handshake}${JSON.stringify({ type: 1, target: noText, arguments: [] })}${end}`],
  ['a type of its own', `${handshake}${JSON.stringify({ type: noText })}${end}`],
  [
    'a number of calls at once',
    handshake + `${JSON.stringify({ type: 1, target: 'x', arguments: [] })}${end}`.repeat(500),
  ],
  ['half a message', '{"protocol":'],
  ['deep nesting', `${handshake}${'['.repeat(30_000)}${end}`],
];

/** Invalid data from a member on the live channel at most ends that connection. */
export const attack: Attack = {
  label: 'frames that violate the protocol of the live channel',
  async run({ product, editor, tried }) {
    for (const [label, frame] of frames) {
      const headers = { authtoken: editor.token, tenantid: editor.tenantId };
      const negotiated = await fetch(`${product.baseUrl}/updateHub/negotiate?negotiateVersion=1`, {
        method: 'POST',
        headers,
      });
      const { connectionToken } = (await negotiated.json()) as { readonly connectionToken: string };
      const address = `${product.baseUrl.replace('http', 'ws')}/updateHub?id=${connectionToken}&tenant_id=${editor.tenantId}`;
      const socket = new WebSocket(address, { headers });
      await once(socket, 'open');
      const closed = once(socket, 'close');
      socket.send(frame);
      const [code] = (await closed) as [number];
      tried(label, `closed with ${code}`);
      expect(code).toBe(1000);
    }
  },
};
