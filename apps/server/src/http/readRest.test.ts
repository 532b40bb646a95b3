import Fastify, { type FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleErrors } from './errors.ts';

describe('a body over the limit', () => {
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    app = Fastify({ bodyLimit: 1000 });
    handleErrors(app);
    app.post('/', () => ({}));
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => app.close());

  /** Sends everything before it reads a response, as some programs do. */
  const sendWhole = (head: string, body: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1').pause();
      let text = '';
      socket
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve(text))
        .on('error', reject);
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`);
      socket.write(body, () => socket.resume());
    });
  const tenMegabytes = ' '.repeat(10 * 1_048_576);

  it.each([
    ['with a Content-Length', `content-length: ${String(tenMegabytes.length)}`, tenMegabytes],
    ['in chunks', 'transfer-encoding: chunked', `${tenMegabytes.length.toString(16)}\r\n${tenMegabytes}\r\n0\r\n\r\n`],
  ])('%s gets a 413 response with a sentence, not a closed connection', async (_how, head, body) => {
    const answer = await sendWhole(head, body);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('"Message":"The request is too large. It can have at most 1000 bytes."');
  });
});
