import { readFile } from 'node:fs/promises';
import { type ImportPlan, planImport, readCarryPlan, type WriteKind } from '@carrara/domain/carry/plan';
import { calendarDate } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '../../../spreadsheet/read/readWorkbook.ts';
import { referenceEntry } from '../../testing/reference.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { loadExistingRecords } from './loadExistingRecords.ts';
import { groupWrites, createRecords } from './writeRecord.ts';

const sample = new URL('../../../../../../samples/carry-plan.xlsx', import.meta.url);
let database: TestDatabase;
let store: TestStore;
let tenant: TestTenant;

beforeAll(async () => {
  database = await testDatabase();
  store = testStore(database);
  tenant = await store.tenant();
  for (const code of ['USD', 'EUR']) await referenceEntry(store, tenant, 'currency', code);
  for (const code of ['US', 'NL', 'SE']) await referenceEntry(store, tenant, 'country', code);
});
afterAll(() => database.drop());

async function planSample(): Promise<ImportPlan> {
  const read = readCarryPlan((await readWorkbook(await readFile(sample)))._unsafeUnwrap());
  return store.withTenant(
    tenant.context,
    async (tx) => planImport(read, await loadExistingRecords(tx, read.plan), calendarDate('2026-11-30'), newId),
    {
      readOnly: true,
    },
  );
}

const ofOperations: readonly WriteKind[] = ['allocationProfile', 'distribution'];

it('writes the records of the sample, and a second import finds every one unchanged', async () => {
  const plan = await planSample();
  expect(plan.errors).toEqual([]);
  await store.withTenant(tenant.context, async (tx) => {
    for (const together of groupWrites(plan.writes.filter(({ kind }) => !ofOperations.includes(kind)))) {
      (await createRecords(tx, 'importCarryPlan', together))._unsafeUnwrap();
    }
  });
  const again = await planSample();
  const plain = again.effects.filter(({ kind }) => !['Allocation profiles', 'Distributions'].includes(kind));
  expect(plain.filter(({ created, updated }) => created + updated > 0)).toEqual([]);
  expect(Object.fromEntries(plain.map(({ kind, unchanged }) => [kind, unchanged]))).toMatchObject({
    Funds: 6,
    Coinvestments: 3,
    Investments: 36,
    Tranches: 83,
    Participants: 63,
  });
});
