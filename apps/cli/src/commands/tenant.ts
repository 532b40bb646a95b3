import {
  archiveTenant,
  createTenant,
  listTenants,
  markLpTenant,
  type OperatedTenant,
  type Operator,
  renameTenant,
  setTenantHost,
  resumeTenant,
} from '@carrara/adapters/operator/tenants';
import { exportTenant } from '@carrara/adapters/operator/exportTenant';
import { chainHeads } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import { storeHeads } from '@carrara/adapters/postgres/engine/journal/storedHeads';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Storage } from '@carrara/adapters/storage/openStorage';
import type { Failure, Result } from '@carrara/domain/kernel';
import type { Command } from 'commander';
import { runInInstallation } from '../openInstallation.ts';
import { dataOption } from '../run/dataOption.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { countText, numberText } from '../run/countText.ts';

interface DataOptions {
  readonly data?: string;
}

/** `carrara tenant`: manages the tenants of an installation. For the person who runs it, because the product itself has no operator. */
export function addTenant(tenant: Command, world: World): void {
  const declare = (name: string, description: string, example: string) =>
    withExamples(
      tenant
        .command(name)
        .description(description)
        .option(...dataOption),
      `carrara tenant ${example}`,
    );
  act(declare('list', 'List the tenants of this installation.', 'list'), world, printAll);
  act(
    declare(
      'create <name>',
      'Create an empty tenant. Then create its first administrator with "carrara admin create".',
      "create 'Example Partners'",
    ).option('--lp', 'create an LP tenant, for an investor in other firms’ funds'),
    world,
    (run, name: string, { data, lp = false }: DataOptions & { readonly lp?: boolean }) =>
      change(run, data, 'was created', (operator) => createTenant(operator, { name, isLpTenant: lp })),
  );
  act(
    declare('rename <tenant> <name>', 'Rename a tenant.', "rename 'Example Partners' 'Example Capital'"),
    world,
    (run, tenantName: string, name: string, { data }: DataOptions) =>
      change(run, data, `is the new name of ${tenantName}`, (operator) => renameTenant(operator, tenantName, name)),
  );
  act(
    declare(
      'archive <tenant>',
      'Archive a tenant. Nobody can open it from their next request on, but its data stays.',
      "archive 'Example Partners' --reason 'Contract ended'",
    )
      .requiredOption('--reason <text>', 'the reason; recorded in the audit log')
      .option('--undo', 'reopen it for the people who had a role in it'),
    world,
    (
      run,
      tenantName: string,
      { data, reason, undo }: DataOptions & { readonly reason: string; readonly undo?: boolean },
    ) =>
      change(run, data, undo ? 'is open again' : 'is archived', (operator) =>
        undo ? resumeTenant(operator, tenantName, reason) : archiveTenant(operator, tenantName, reason),
      ),
  );
  act(
    declare(
      'set-host <tenant> [host]',
      'Set the host name of a tenant; its logo and sign-in are displayed there. Without a name, the host name is removed.',
      "set-host 'Example Partners' carry.example.com",
    ),
    world,
    async (run, tenantName: string, host: string | undefined, { data }: DataOptions) => {
      const end = host === undefined ? 'has no host of its own' : `now has the host ${host}`;
      await change(run, data, end, (operator) => setTenantHost(operator, tenantName, host ?? null));
      if (host !== undefined)
        run.note('Also set the host name in HOSTS or PUBLIC_URL, so that the server responds to it.');
    },
  );
  act(
    declare(
      'mark-lp <tenant>',
      'Turn an empty tenant into an LP tenant, for an investor in other firms’ funds.',
      "mark-lp 'Example Endowment'",
    ),
    world,
    (run, tenantName: string, { data }: DataOptions) =>
      change(run, data, 'is an LP tenant', (operator) => markLpTenant(operator, tenantName)),
  );
  act(
    declare(
      'export <tenant> <file>',
      'Save a tenant’s whole data to a new zip: its tables as CSV, its audit log and its files. The zip contains pay.',
      "export 'Example Partners' example.zip",
    ),
    world,
    exportAll,
  );
}

const operatorOf = ({ database, auditKey }: Storage): Operator => ({
  worker: database.worker,
  withTenant: unitOfWork({ pool: database.worker, auditKey }),
  now: new Date(),
});

function settled<T>(result: Result<T, Failure>): T {
  if (result.isErr()) throw new CommandStop('refused', `${result.error.detail}.`);
  return result.value;
}

/** Changes to a tenant are in its audit log, so its head is stored outside the database at once. */
const storeEnds = async ({ dataDir, database }: Storage) =>
  storeHeads(dataDir, await chainHeads(database.worker), new Date().toISOString());

async function change(
  run: Run,
  data: string | undefined,
  noun: string,
  work: (operator: Operator) => Promise<Result<OperatedTenant, Failure>>,
): Promise<void> {
  await runInInstallation(data, async (storage) => {
    const tenant = settled(await work(operatorOf(storage)));
    await storeEnds(storage);
    await run.print(run.json ? JSON.stringify(tenant) : `${tenant.name} ${noun}.`);
  });
}

async function printAll(run: Run, { data }: DataOptions): Promise<void> {
  await runInInstallation(data, async ({ database }) => {
    const all = await listTenants(database);
    if (run.json) return run.print(JSON.stringify(all));
    for (const { name, host, isLpTenant, isArchived } of all)
      await run.print(
        [name, isLpTenant ? 'LP tenant' : '', host ?? '', isArchived ? 'archived' : ''].filter(Boolean).join(' · '),
      );
  });
}

async function exportAll(run: Run, tenant: string, file: string, { data }: DataOptions): Promise<void> {
  await runInInstallation(data, async (storage) => {
    const { files } = storage;
    const exported = settled(
      await exportTenant({ ...operatorOf(storage), files, workerUrl: storage.database.workerUrl }, tenant, file),
    );
    await storeEnds(storage);
    const rows = Object.values(exported.tables).reduce((sum, table) => sum + table.rows, 0);
    const counts = { rows, tables: Object.keys(exported.tables).length, files: Object.keys(exported.files).length };
    await run.print(
      run.json
        ? JSON.stringify({ tenant: exported.tenant, file, ...counts, missingFiles: exported.missingFiles })
        : `${exported.tenant.name}: ${countText(rows, 'row')} from ${countText(counts.tables, 'table')} and ${countText(counts.files, 'file')}, saved to ${file}.`,
    );
    if (exported.missingFiles.length > 0)
      run.warn(
        `${numberText(exported.missingFiles.length)} stored files are missing: ${exported.missingFiles.slice(0, 10).join(', ')}`,
      );
    run.note('The file contains everyone’s pay in this tenant. Store it safely.');
  });
}
