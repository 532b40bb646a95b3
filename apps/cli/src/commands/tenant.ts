import {
  archiveTenant,
  createTenant,
  exportTenant,
  listTenants,
  markLpTenant,
  type OperatedTenant,
  type Operator,
  renameTenant,
  setTenantHost,
  takeUpTenant,
} from '@carrara/adapters/operator';
import { chainHeads, keepHeads } from '@carrara/adapters/postgres/engine/journal';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { Storage } from '@carrara/adapters/storage';
import type { Failure, Result } from '@carrara/domain/kernel';
import type { Command } from 'commander';
import { inInstallation } from '../openInstallation.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';

interface Place {
  readonly data?: string;
}

/** `carrara tenant`: the tenants of an installation, for who runs it; the product itself has no operator. */
export function addTenant(tenant: Command, world: World): void {
  const declare = (name: string, description: string, example: string) =>
    withExamples(
      tenant
        .command(name)
        .description(description)
        .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead'),
      `carrara tenant ${example}`,
    );
  act(declare('list', 'Name the tenants of this installation.', 'list'), world, tellAll);
  act(
    declare(
      'create <name>',
      'Make a tenant with nobody in it; "carrara admin create" makes its first administrator.',
      "create 'Example Partners'",
    ).option('--lp', 'of an investor in the funds of others: an LP tenant'),
    world,
    (run, name: string, { data, lp = false }: Place & { readonly lp?: boolean }) =>
      change(run, data, 'is made', (operator) => createTenant(operator, { name, isLpTenant: lp })),
  );
  act(
    declare('rename <tenant> <name>', 'Give a tenant another name.', "rename 'Example Partners' 'Example Capital'"),
    world,
    (run, which: string, name: string, { data }: Place) =>
      change(run, data, `was ${which}`, (operator) => renameTenant(operator, which, name)),
  );
  act(
    declare(
      'archive <tenant>',
      'Shut a tenant: nobody opens it from the next request on, and what is in it stays.',
      "archive 'Example Partners' --reason 'Contract ended'",
    )
      .requiredOption('--reason <text>', 'why, for the trail')
      .option('--undo', 'open it again, to those who had a part in it'),
    world,
    (run, which: string, { data, reason, undo }: Place & { readonly reason: string; readonly undo?: boolean }) =>
      change(run, data, undo ? 'is open again' : 'is archived', (operator) =>
        undo ? takeUpTenant(operator, which, reason) : archiveTenant(operator, which, reason),
      ),
  );
  act(
    declare(
      'set-host <tenant> [host]',
      'Set the host name of a tenant; its logo and sign-in are displayed there. Without a name, the host name is removed.',
      "set-host 'Example Partners' carry.example.com",
    ),
    world,
    async (run, which: string, host: string | undefined, { data }: Place) => {
      const end = host === undefined ? 'has no host of its own' : `is reached by ${host}`;
      await change(run, data, end, (operator) => setTenantHost(operator, which, host ?? null));
      if (host !== undefined) run.note('The server answers to it once HOSTS or PUBLIC_URL names it.');
    },
  );
  act(
    declare(
      'mark-lp <tenant>',
      'Make an empty tenant one of an investor in the funds of others.',
      "mark-lp 'Example Endowment'",
    ),
    world,
    (run, which: string, { data }: Place) =>
      change(run, data, 'is an LP tenant', (operator) => markLpTenant(operator, which)),
  );
  act(
    declare(
      'export <tenant> <file>',
      'Write all that a tenant has into a new zip: its tables as CSV, its trail, its files. It holds pay.',
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

/** Changes to a tenant are in its audit log, whose head is stored outside the database at once. */
const keepEnds = async ({ dataDir, database }: Storage) =>
  keepHeads(dataDir, await chainHeads(database.worker), new Date().toISOString());

async function change(
  run: Run,
  data: string | undefined,
  what: string,
  work: (operator: Operator) => Promise<Result<OperatedTenant, Failure>>,
): Promise<void> {
  await inInstallation(data, async (storage) => {
    const tenant = settled(await work(operatorOf(storage)));
    await keepEnds(storage);
    await run.say(run.json ? JSON.stringify(tenant) : `${tenant.name} ${what}.`);
  });
}

async function tellAll(run: Run, { data }: Place): Promise<void> {
  await inInstallation(data, async ({ database }) => {
    const all = await listTenants(database);
    if (run.json) return run.say(JSON.stringify(all));
    for (const { name, host, isLpTenant, isArchived } of all)
      await run.say(
        [name, isLpTenant ? 'LP tenant' : '', host ?? '', isArchived ? 'archived' : ''].filter(Boolean).join(' · '),
      );
  });
}

async function exportAll(run: Run, which: string, file: string, { data }: Place): Promise<void> {
  await inInstallation(data, async (storage) => {
    const { files } = storage;
    const made = settled(
      await exportTenant({ ...operatorOf(storage), files, workerUrl: storage.database.workerUrl }, which, file),
    );
    await keepEnds(storage);
    const rows = Object.values(made.tables).reduce((sum, one) => sum + one.rows, 0);
    const counts = { rows, tables: Object.keys(made.tables).length, files: Object.keys(made.files).length };
    await run.say(
      run.json
        ? JSON.stringify({ tenant: made.tenant, file, ...counts, missingFiles: made.missingFiles })
        : `${made.tenant.name}: ${rows} rows of ${counts.tables} tables and ${counts.files} files in ${file}.`,
    );
    if (made.missingFiles.length > 0)
      run.warn(`${made.missingFiles.length} stored files are not there: ${made.missingFiles.slice(0, 10).join(', ')}`);
    run.note('It holds the pay of everybody in this tenant: keep it accordingly.');
  });
}
