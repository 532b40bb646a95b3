import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failureText } from './failure.ts';
import { fetchFile, fileNameIn } from './fetchFile.ts';

const servers: { close: () => void; closeAllConnections: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
const answering = async (answer: RequestListener) => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
};
const refusal = (address: string) => fetchFile(address).then(() => 'a file', failureText);

describe('a downloaded file', () => {
  it('arrives complete, under its own name', async () => {
    const address = await answering((_, reply) => {
      const disposition = `attachment; filename="F_nds.xlsx"; filename*=UTF-8''F%C3%BCnds.xlsx`;
      reply.setHeader('content-disposition', disposition).end('cells');
    });
    const { name, content } = await fetchFile(address);
    expect([name, await content.text()]).toEqual(['Fünds.xlsx', 'cells']);
  });

  it('gives the reason if it is refused', async () => {
    const address = await answering((_, reply) => {
      reply.statusCode = 422;
      reply.end(JSON.stringify({ Message: 'Please select a fund before exporting to Excel.' }));
    });
    expect(await refusal(address)).toBe('Please select a fund before exporting to Excel.');
  });

  it('reports a connection that breaks off', async () => {
    const address = await answering((_, reply) => {
      reply.setHeader('content-length', '10');
      reply.write('cells', () => reply.destroy());
    });
    expect(await refusal(address)).toBe('The download was incomplete. Please try again.');
  });
});

it('uses the plain name if there is no other', () => {
  expect(fileNameIn('attachment; filename="Funds.xlsx"')).toBe('Funds.xlsx');
  expect(fileNameIn('')).toBe('');
});
