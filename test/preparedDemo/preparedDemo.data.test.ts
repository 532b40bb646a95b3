import type { FirmRows } from '@carrara/adapters/backup/firmRows';
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
import { constants, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const advice = 'run npm run prepare:demo';

/** Returns the lines of each table, and without digests and sizes of files unless the files are the same. */
function linesOf({ tables, entries }: FirmRows, isExact: boolean): ReadonlyMap<string, readonly string[]> {
  const digest = /[0-9a-f]{64}/g;
  const masked = (line: string) =>
    line.search(digest) < 0 ? line : line.replaceAll(digest, '#').replaceAll(/\b\d{4,6}\b/g, '#');
  const lines = (rows: string) => (isExact ? rows.split('\n') : rows.split('\n').map(masked));
  return new Map([...tables, ['activity', entries] as const].map(([table, rows]) => [table, lines(rows)]));
}

/** Returns the key of a file, and the compressed parts of a PDF as text, or the whole file if it has none. */
function uncompressed([key, file]: readonly [string, Buffer]): readonly string[] {
  const parts = file.toString('latin1').matchAll(/(?<!end)stream\r?\n(x[\s\S]*?)\nendstream/g);
  const texts = [...parts].map(([, part = '']) =>
    inflateSync(Buffer.from(part, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'),
  );
  return [key, ...(texts.length > 0 ? texts : [file.toString('latin1')])];
}

describe('the prepared demo', () => {
  let prepared: PreparedDemo;

  beforeAll(async () => {
    const found = await readPreparedDemo();
    if (!found) throw new Error(`The prepared demo doesn’t fit the rules, the schema or samples/demo: ${advice}.`);
    prepared = found;
  });

  it('is what the product computes from samples/demo', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrara-prepared-'));
    try {
      const script = fileURLToPath(new URL('prepareDemo.ts', import.meta.url));
      execFileSync(process.execPath, ['--import', 'tsx', script, folder], { stdio: 'pipe' });
      const computed = await readPreparedDemo(folder);
      if (!computed) throw new Error('the demo changed while it was computed');
      const [filesNow, filesThen] = [computed, prepared].map(({ files }) => [...files].map(uncompressed));
      expect(filesNow).toEqual(filesThen);
      // Each PDF states when it was created, and other versions of Node.js can compress it to other bytes. Then
      // digests and sizes are left out.
      const isExact = joinFiles(computed.files).equals(joinFiles(prepared.files));
      const [is, should] = [computed, prepared].map(({ rows }) => linesOf(rows, isExact));
      expect([...(is?.keys() ?? [])]).toEqual([...(should?.keys() ?? [])]);
      const differing = [...(should ?? [])].flatMap(([table, lines]) => {
        const at = lines.findIndex((line, index) => line !== is?.get(table)?.[index]);
        return at < 0 && lines.length === is?.get(table)?.length ? [] : [[table, is?.get(table)?.[at], lines[at]]];
      });
      expect(differing, advice).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['of another schema', 'prepared.json', (text: string) => text.replace(/"schema": ".{4}/, '"schema": "0000')],
    ['with other content', 'prepared.json', (text: string) => text.replace(/"rows": ".{4}/, '"rows": "0000')],
    ['damaged', 'rows.br', (text: string) => text.slice(0, 1000)],
  ])('is not restored if it is %s', async (_, name, change) => {
    const folder = mkdtempSync(join(tmpdir(), 'carrara-prepared-'));
    try {
      cpSync(preparedFolder, folder, { recursive: true });
      writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'latin1')), 'latin1');
      expect(await readPreparedDemo(folder)).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is restored with passwords and an audit log that the installation creates', async () => {
    const ground = await emptyGround();
    const server = await TestServer.start({ ground });
    const { database, auditKey } = ground;
    const files = createDiskFiles(join(ground.folder, 'files'));
    try {
      expect(await restoreDemo({ database, auditKey, files })).toBeUndefined();
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
