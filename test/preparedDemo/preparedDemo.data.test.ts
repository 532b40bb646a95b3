import type { TenantRows } from '@carrara/adapters/backup/tenantRows';
import { createDiskFiles } from '@carrara/adapters/files/diskFiles';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyInstallation } from '@carrara/adapters/postgres/verify/verifyInstallation';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import {
  joinFiles,
  type PreparedDemo,
  preparedFolder,
  readPreparedDemo,
  restoreDemo,
} from '@carrara/server/demo/preparedDemo';
import { alderRidge, demoPassword } from '@carrara/server/demo/people';
import { emptyGround, TestServer } from '@carrara/server/testing/testServer';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const advice = 'run npm run prepare:demo';

/** Returns the lines of each table and of the audit log. */
const linesOf = ({ tables, entries }: TenantRows): ReadonlyMap<string, readonly string[]> =>
  new Map([...tables, ['activity', entries] as const].map(([table, rows]) => [table, rows.split('\n')]));

/** Runs a test with a folder of its own. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-prepared-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the prepared demo', () => {
  let prepared: PreparedDemo;

  beforeAll(async () => {
    const found = await readPreparedDemo();
    if (!found) throw new Error(`The prepared demo doesn’t fit the rules, the schema or samples/demo: ${advice}.`);
    prepared = found;
  });

  it('is what the product computes from samples/demo', async () => {
    await inFolder(async (folder) => {
      const script = fileURLToPath(new URL('prepareDemo.ts', import.meta.url));
      execFileSync(process.execPath, ['--import', 'tsx', script, folder], { stdio: 'pipe' });
      const computed = await readPreparedDemo(folder);
      if (!computed) throw new Error('the demo changed while it was computed');
      const [is, should] = [linesOf(computed.rows), linesOf(prepared.rows)];
      expect([...is.keys()], advice).toEqual([...should.keys()]);
      /** Each table with its first row that differs: as computed, and as prepared. */
      const differing = [...should].flatMap(([table, lines]) => {
        const computedLines = is.get(table) ?? [];
        const at = lines.findIndex((line, index) => line !== computedLines[index]);
        return at < 0 && lines.length === computedLines.length ? [] : [[table, computedLines[at], lines[at]]];
      });
      expect(differing, advice).toEqual([]);
      const sizes = ({ files }: PreparedDemo) => [...files].map(([key, file]) => [key, file.byteLength]);
      expect(sizes(computed), advice).toEqual(sizes(prepared));
      expect(joinFiles(computed.files).equals(joinFiles(prepared.files)), `a file differs: ${advice}`).toBe(true);
    });
  });

  it.each([
    ['of another schema', 'prepared.json', (text: string) => text.replace(/"schema": ".{4}/, '"schema": "0000')],
    ['with other content', 'prepared.json', (text: string) => text.replace(/"rows": ".{4}/, '"rows": "0000')],
    ['damaged', 'rows.br', (text: string) => text.slice(0, 1000)],
  ])('is not restored if it is %s, and the start prints why', async (_, name, change) => {
    await inFolder(async (folder) => {
      cpSync(preparedFolder, folder, { recursive: true });
      writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'latin1')), 'latin1');
      const ground = await emptyGround();
      try {
        const files = createDiskFiles(join(ground.folder, 'files'));
        expect(await restoreDemo({ ...ground, files, folder })).toBe(
          'Computing the demo, which takes a few minutes, because the prepared demo is damaged or fits other rules, another schema or other files.',
        );
        const { rows } = await ground.database.worker.query('SELECT FROM tenant');
        expect(rows).toEqual([]);
      } finally {
        await ground.leave();
      }
    });
  });

  it('is restored with passwords and an audit log that the installation creates, also after an interrupted computation', async () => {
    const ground = await emptyGround();
    const server = await TestServer.start({ ground });
    const { database, auditKey } = ground;
    const files = createDiskFiles(join(ground.folder, 'files'));
    try {
      await database.worker.query(`INSERT INTO installation (name, value) VALUES ('demo', 'begun')`);
      expect(await restoreDemo({ database, auditKey, files })).toBeUndefined();
      const { rows } = await database.worker.query(`SELECT value FROM installation WHERE name = 'demo'`);
      expect(rows).toEqual([{ value: 'whole' }]);
      expect(await verifyInstallation(database.worker)).toEqual([
        { location: ['installation', 'audit-key'], description: 'is missing: the fingerprint of the audit key' },
      ]);
      const { rows: firms } = await database.worker.query<{ id: string; name: string }>('SELECT id, name FROM tenant');
      expect(firms.map(({ name }) => name)).toContain(alderRidge);
      for (const { id: tenantId } of firms) {
        const whole = unitOfWork({ pool: database.worker, auditKey });
        const context = { tenantId, personId: null, now: server.now.toISOString() };
        const report = await whole(context, (tx) => verifyTenant(tx, auditKey, { files }), { readOnly: true });
        expect(report.chain.broken).toBeUndefined();
        expect(report.findings).toEqual([]);
      }
      expect(await server.signIn('admin@alder.example', demoPassword)).not.toBe('');
    } finally {
      await server.stop();
    }
  });
});
