import { readFileSync } from 'node:fs';
import { type ChainHead, chainHeads, keepHeads, keptHeads, verifyChain } from '@carrara/adapters/postgres/journal';
import { unitOfWork } from '@carrara/adapters/postgres/unitOfWork';
import { type DistributionReport, verifyDistributions } from '@carrara/adapters/postgres/verify';
import type { Storage } from '@carrara/adapters/storage';
import { Command } from 'commander';
import { exitCode } from '../exitCode.ts';
import { openInstallation } from '../openInstallation.ts';

interface VerifyOptions {
  readonly data?: string;
  readonly head?: string;
}

const shownDifferences = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);
const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** `carrara audit`: proofs that a sceptic can run on an installation. */
export function auditCommand(): Command {
  const verify = new Command('verify')
    .description(
      'Compute every saved distribution again from its kept inputs and compare it to the cent, and check the chain of the audit trail ' +
        'against the head that was kept outside the database. Ends with 1 when anything differs.',
    )
    .option('--head <file>', 'a file of kept heads to check against, instead of those in the data folder')
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead')
    .action(async (options: VerifyOptions) => {
      process.exitCode = await withStorage(options.data, (storage) => verifyAll(storage, options.head));
    });
  const exportHead = new Command('export-head')
    .description(
      'Keep where the chains of the audit trail end now, in the data folder, and print it: tenant, entry, hash.',
    )
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead')
    .action(async (options: VerifyOptions) => {
      process.exitCode = await withStorage(options.data, async ({ database, dataDir }) => {
        const heads = await chainHeads(database.worker);
        keepHeads(dataDir, heads, new Date().toISOString());
        for (const { tenantId, seq, hash } of heads) print(`${tenantId} ${seq} ${hash}`);
        return exitCode.done;
      });
    });
  return new Command('audit').description('Prove that nothing was changed.').addCommand(verify).addCommand(exportHead);
}

async function withStorage(data: string | undefined, work: (storage: Storage) => Promise<number>): Promise<number> {
  const storage = await openInstallation(data);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** A file as the data folder keeps them. */
function headsIn(file: string): ReadonlyMap<string, ChainHead> {
  const { heads } = JSON.parse(readFileSync(file, 'utf8')) as { readonly heads: readonly ChainHead[] };
  return new Map(heads.map((head) => [head.tenantId, head]));
}

interface Tenant {
  readonly id: string;
  readonly name: string;
}

async function verifyAll(storage: Storage, headFile: string | undefined): Promise<number> {
  const { rows: tenants } = await storage.database.worker.query<Tenant>(
    'SELECT id, name FROM tenant ORDER BY name, id',
  );
  const heads = headFile === undefined ? keptHeads(storage.dataDir) : headsIn(headFile);
  let isSound = true;
  for (const tenant of tenants) {
    print(tenant.name);
    const chain = await verifyTenantChain(storage, tenant, heads.get(tenant.id));
    const figures = await verifyFigures(storage, tenant);
    isSound = isSound && chain && figures;
  }
  print(isSound ? 'Nothing differs.' : 'There are differences.');
  return isSound ? exitCode.done : exitCode.refused;
}

async function verifyTenantChain({ database, auditKey }: Storage, { id }: Tenant, kept: ChainHead | undefined) {
  const { entries, broken } = await verifyChain(database.worker, id, auditKey, kept);
  if (broken) print(`  audit trail: broken at entry ${broken.seq}: ${broken.reason}`);
  else {
    const against = kept
      ? `the head of entry ${kept.seq} that was kept`
      : 'no kept head, so that a cut tail would not show';
    print(`  audit trail: ${count(entries, 'entry', 'entries')} in one chain, ${against}`);
  }
  return broken === undefined;
}

async function verifyFigures({ database, auditKey }: Storage, { id: tenantId }: Tenant): Promise<boolean> {
  const withTenant = unitOfWork({ pool: database.app, auditKey });
  let isSound = true;
  const context = { tenantId, personId: null, now: new Date().toISOString() };
  await withTenant(
    context,
    async (tx) => {
      for await (const report of verifyDistributions(tx)) isSound = printReport(report) && isSound;
    },
    { readOnly: true },
  );
  return isSound;
}

function printReport({ name, status, figures, differences, refusal, wrongPostings }: DistributionReport): boolean {
  const isOpen = status === 'DRAFT' || status === 'REJ';
  if (refusal !== undefined) {
    // A draft may be kept before it can be computed; nothing else may.
    print(`  ${name} (${status}): ${isOpen ? 'not yet computable' : 'cannot be computed'}: ${refusal}`);
    return isOpen;
  }
  const isSound = differences.length === 0 && wrongPostings === 0;
  print(`  ${name} (${status}): ${isSound ? `${count(figures, 'figure')}, no cent differs` : 'DIFFERS'}`);
  for (const { place, figure, stored, computed } of differences.slice(0, shownDifferences)) {
    print(`    ${place.length > 0 ? place.join(' > ') : 'total'} ${figure}: stored ${stored}, computed ${computed}`);
  }
  if (differences.length > shownDifferences) print(`    and ${differences.length - shownDifferences} more`);
  if (wrongPostings > 0) print(`    ${count(wrongPostings, 'row')} not posted as they are`);
  return isSound;
}
