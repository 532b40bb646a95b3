import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeHeads, storedHeads } from './storedHeads.ts';

const head = (tenantId: string, seq: number) => ({ tenantId, seq, hash: seq.toString(16).padStart(64, '0') });

describe('A14: stored heads of the audit log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carrara-heads-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(process.platform === 'win32')('are closed to other accounts, also in a folder that was open', async () => {
    mkdirSync(join(folder, 'audit-heads'), { recursive: true });
    chmodSync(join(folder, 'audit-heads'), 0o755);
    await storeHeads(folder, [], '2026-09-30T12:00:00.000Z');
    expect(statSync(join(folder, 'audit-heads')).mode & 0o777).toBe(0o700);
  });

  it('are empty at first', () => {
    expect(storedHeads(folder)).toEqual(new Map());
  });

  it('are the highest of each tenant over all days', async () => {
    await storeHeads(folder, [head('a', 3), head('b', 0)], '2026-09-29T01:00:00.000Z');
    await storeHeads(folder, [head('a', 9), head('b', 4)], '2026-09-30T01:00:00.000Z');
    await storeHeads(folder, [head('a', 5)], '2026-10-01T01:00:00.000Z');
    expect(storedHeads(folder)).toEqual(
      new Map([
        ['a', head('a', 9)],
        ['b', head('b', 4)],
      ]),
    );
  });

  it('are not lowered by a later read of a chain truncated on the same day', async () => {
    await storeHeads(folder, [head('a', 9)], '2026-09-30T01:00:00.000Z');
    await storeHeads(folder, [head('a', 2)], '2026-09-30T02:00:00.000Z');
    expect(storedHeads(folder).get('a')?.seq).toBe(9);
  });

  it('report damaged lines', async () => {
    await storeHeads(folder, [head('a', 1)], '2026-09-30T01:00:00.000Z');
    const file = join(folder, 'audit-heads', '2026-09-30.jsonl');
    appendFileSync(file, '{"tenantId":}\ngarbage\n{"storedAt":"2026-09-30T01:00:00.000Z","tenantId":"a"}\n');
    const damaged: string[] = [];
    expect([...storedHeads(folder, damaged).values()]).toEqual([head('a', 1)]);
    expect(damaged).toEqual([2, 3, 4].map((line) => `${file}, line ${line}`));
  });

  it('are readable around a line that a crash truncated', async () => {
    await storeHeads(folder, [head('a', 1)], '2026-09-30T01:00:00.000Z');
    appendFileSync(join(folder, 'audit-heads', '2026-09-30.jsonl'), '{"storedAt":"2026-09-30T01:0');
    await storeHeads(folder, [head('a', 2)], '2026-09-30T02:00:00.000Z');
    const damaged: string[] = [];
    expect([...storedHeads(folder, damaged).values()]).toEqual([head('a', 2)]);
    expect(damaged).toEqual([]);
  });

  it('are complete after many concurrent writes', async () => {
    const tenants = Array.from({ length: 40 }, (_, at) => `tenant ${at}`);
    await Promise.all(
      tenants.map((tenant, at) => storeHeads(folder, [head(tenant, at + 1)], '2026-09-30T01:00:00.000Z')),
    );
    expect(new Set(storedHeads(folder).keys())).toEqual(new Set(tenants));
  });
});
