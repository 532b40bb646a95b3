import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { TestServer } from '@carrara/server/testing/testServer';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Terminal } from './terminal.ts';

describe('an import with --dry-run', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let terminal: Terminal;
  const dryRun = (file: string) =>
    terminal.call(['import', 'carry-plan', file, '--dry-run'], {
      environment: { CARRARA_TOKEN: token, CARRARA_TENANT: tenantId },
    });
  const uploads = async () =>
    (await server.database.worker.query('SELECT id FROM upload_history WHERE tenant_id = $1', [tenantId])).rows;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    await fillTenant(server.database.worker, tenantId, server.now);
    ({ token } = await server.person(tenantId, { carry: 'editor' }));
    terminal = await Terminal.open(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it('checks a file, says that the import can’t be undone, and stores nothing', async () => {
    const sample = new URL('../../samples/carry-plan.xlsx', import.meta.url);
    copyFileSync(sample, join(terminal.folder, 'plan.xlsx'));
    const checked = await dryRun('plan.xlsx');
    expect([checked.code, checked.err]).toEqual([0, 'Nothing was changed (--dry-run).\n']);
    expect(checked.out).toContain('Note: You can’t undo this import once it is confirmed.');
    writeFileSync(join(terminal.folder, 'plan.csv'), 'Code\nF1\n');
    const refused = await dryRun('plan.csv');
    expect(refused.code).toBe(1);
    expect(refused.out).not.toContain('undo');
    expect(await uploads()).toEqual([]);
  });
});
