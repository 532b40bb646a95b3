import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { multipart } from '@carrara/server/testing/multipart';
import { TestServer } from '@carrara/server/testing/testServer';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { printLine, title } from './measure.ts';

const bytes = await readFile(new URL('../../samples/carry-plan.xlsx', import.meta.url));
const server = await TestServer.start();
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

title('Import of the sample workbook, over the API (goal 2 s for checking and carrying out)');
for (const round of ['first', 'again', 'again']) {
  const tenantId = await server.tenant();
  await fillTenant(server.database.worker, tenantId, server.now);
  const { token } = await server.person(tenantId, { carry: 'editor' });
  const post = async <T>(url: string, body: object) => {
    const from = performance.now();
    const answer = await server.call(token, tenantId, { method: 'POST', url, ...body });
    if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
    return { ms: performance.now() - from, value: answer.json<T>() };
  };
  const checked = await post<{ Id: string }>(
    '/api/upload/carry-plan/unconfirmed',
    multipart({ name: 'carry-plan.xlsx', type, bytes }),
  );
  const done = await post<object>(`/api/upload/${checked.value.Id}/upload/carry-plan/true`, {});
  printLine(
    `${round}: into an empty firm`,
    checked.ms + done.ms,
    `checked in ${checked.ms.toFixed(0)} ms, carried out in ${done.ms.toFixed(0)} ms`,
  );
}
await server.stop();
process.exit(0);
