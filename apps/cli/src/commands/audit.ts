import {
  type ChainHead,
  chainHeads,
  headsIn,
  highest,
  keepHeads,
  keptHeads,
} from '@carrara/adapters/postgres/engine/journal';
import { createDiskFiles } from '@carrara/adapters/files';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork';
import {
  type Finding,
  recordLabel,
  type TenantReport,
  verifySchema,
  verifyTenant,
} from '@carrara/adapters/postgres/verify';
import type { Storage } from '@carrara/adapters/storage';
import type { Command } from 'commander';
import { join } from 'node:path';
import { exitCode } from '../exitCode.ts';
import { openInstallation } from '../openInstallation.ts';

interface VerifyOptions {
  readonly data?: string;
  readonly head?: string;
  readonly json?: true;
  readonly withoutHeads?: true;
}

/** So many differences of a firm are printed; `--json` has them all. */
const shownDifferences = 50;
const print = (line: string) => process.stdout.write(`${line}\n`);
const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** `carrara audit`: proofs that a sceptic can run on an installation. */
export function addAudit(audit: Command): void {
  audit
    .command('verify')
    .description(
      'Check the chain of the audit trail against the head that was kept outside the database, compare every record with the last state that ' +
        'the trail keeps of it, compute every saved distribution again from its kept inputs to the cent, compare what it posted, hold every stored ' +
        'file to its digest, and the policies and privileges of the database to what the migrations give. ' +
        'Ends with 1 when anything differs.',
    )
    .option('--json', 'print everything as one JSON text, for programs')
    .option('--without-heads', 'take a firm of which no head was kept for sound, although a cut tail would not show')
    .option('--head <file>', 'a file of kept heads to check against, instead of those in the data folder')
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead')
    .addHelpText('after', '\nExample:\n  carrara audit verify --json > audit.json')
    .action(async (options: VerifyOptions) => {
      process.exitCode = await withStorage(options.data, (storage) => verifyAll(storage, options), true);
    });
  audit
    .command('export-head')
    .description(
      'Keep where the chains of the audit trail end now, in the data folder, and print it: tenant, entry, hash.',
    )
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead')
    .addHelpText('after', '\nExample:\n  carrara audit export-head > heads.txt')
    .action(async (options: VerifyOptions) => {
      process.exitCode = await withStorage(options.data, async ({ database, dataDir }) => {
        const heads = await chainHeads(database.worker);
        await keepHeads(dataDir, heads, new Date().toISOString());
        for (const { tenantId, seq, hash } of heads) print(`${tenantId} ${seq} ${hash}`);
        return exitCode.done;
      });
    });
}

async function withStorage(
  data: string | undefined,
  work: (storage: Storage) => Promise<number>,
  toVerify = false,
): Promise<number> {
  const storage = await openInstallation(data, { toVerify });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

interface Tenant {
  readonly id: string;
  readonly name: string;
}

async function verifyAll(storage: Storage, options: VerifyOptions): Promise<number> {
  const { database, auditKey, auditKeyTrouble, dataDir } = storage;
  const { rows: tenants } = await database.worker.query<Tenant>('SELECT id, name FROM tenant ORDER BY name, id');
  const heads = options.head === undefined ? keptHeads(dataDir) : highest(headsIn(options.head));
  const withTenant = unitOfWork({ pool: database.worker, auditKey });
  const stored = createDiskFiles(join(dataDir, 'files'));
  const files = {
    // The server goes on while this runs: what somebody has deleted since is not missing.
    digest: async (key: string) =>
      (await stored.digest(key)) ?? ((await isNamed(database.worker, key)) ? undefined : ('deleted' as const)),
  };
  const reports: (TenantReport & { readonly firm: string })[] = [];
  for (const { id, name } of tenants) {
    const context = { tenantId: id, personId: null, now: new Date().toISOString() };
    const kept = heads.get(id);
    const report = await withTenant(context, (tx) => verifyTenant(tx, auditKey, { ...(kept ? { kept } : {}), files }), {
      readOnly: true,
    });
    reports.push({ firm: name, ...report });
    if (!options.json) printReport(name, report, kept);
  }
  const schema = await verifySchema(database.worker);
  const unkept = tenants.filter(
    ({ id }, at) => options.withoutHeads !== true && !heads.has(id) && (reports[at]?.chain.entries ?? 0) > 0,
  );
  // A firm that is gone cannot speak for itself.
  const lost = [...heads.keys()].filter((id) => !tenants.some((tenant) => tenant.id === id));
  const isSound =
    reports.every(({ chain, findings }) => chain.broken === undefined && findings.length === 0) &&
    lost.length + unkept.length + schema.length === 0 &&
    auditKeyTrouble === undefined;
  if (options.json) {
    const withoutHead = unkept.map(({ id }) => id);
    print(
      JSON.stringify(
        { sound: isSound, auditKeyTrouble, firms: reports, lostFirms: lost, withoutHead, schema },
        null,
        2,
      ),
    );
  } else {
    if (auditKeyTrouble !== undefined)
      print(
        `${auditKeyTrouble} Where the chains above are sound, it was the fingerprint; where they are broken at once, the key.`,
      );
    if (schema.length > 0) print(`Rules of the database: ${count(schema.length, 'difference')}`);
    for (const finding of schema.slice(0, shownDifferences)) printFinding(finding);
    for (const { name } of unkept)
      print(`Of ${name} no head is kept, so that a cut tail would not show. Look where the files of audit-heads are,`);
    if (unkept.length > 0) print('or accept it with --without-heads.');
    for (const id of lost) print(`The firm ${id}, of which a head was kept, is not stored any more.`);
    print(isSound ? 'Nothing differs.' : 'There are differences.');
  }
  return isSound ? exitCode.done : exitCode.refused;
}

async function isNamed(worker: Storage['database']['worker'], key: string): Promise<boolean> {
  const { rows } = await worker.query(
    'SELECT FROM document WHERE storage_key = $1 UNION ALL SELECT FROM upload_history WHERE storage_key = $1 LIMIT 1',
    [key],
  );
  return rows.length > 0;
}

function printReport(
  name: string,
  { chain, runs, records, files = 0, findings }: TenantReport,
  kept: ChainHead | undefined,
): void {
  print(name);
  if (chain.broken) print(`  audit trail   broken at entry ${chain.broken.seq}: ${chain.broken.reason}`);
  else {
    const against = kept
      ? `up to the kept head of entry ${kept.seq}`
      : 'no kept head, so that a cut tail would not show';
    print(`  audit trail   ${count(chain.entries, 'entry', 'entries')} in one chain, ${against}`);
  }
  const figures = runs.reduce((sum, run) => sum + run.figures, 0);
  const postings = runs.reduce((sum, run) => sum + run.postings, 0);
  print(
    `  runs          ${count(runs.length, 'run')} computed again, ${count(figures, 'figure')}, ${count(postings, 'posting')}`,
  );
  for (const run of runs)
    if (run.notComputable) print(`                ${run.name}: not yet computable: ${run.notComputable}`);
  const checked = records.filter((record) => record.checked > 0);
  print(
    `  records       ${count(
      checked.reduce((sum, record) => sum + record.checked, 0),
      'record',
    )} as their last entry has them:`,
  );
  for (const line of lines(checked.map(({ type, checked: number }) => `${number} ${recordLabel(type)}`)))
    print(`                ${line}`);
  print(`  files         ${count(files, 'stored file or picture', 'stored files and pictures')} held to their digests`);
  const before = records.filter((record) => record.keptBefore > 0);
  if (before.length > 0) {
    print(
      '  not checked   kept before the trail held states, so that nothing is known of them but what is computed again:',
    );
    for (const line of lines(before.map(({ type, keptBefore }) => `${keptBefore} ${recordLabel(type)}`)))
      print(`                ${line}`);
  }
  if (findings.length > 0) print(`  DIFFERENCES   ${findings.length}`);
  for (const finding of findings.slice(0, shownDifferences)) printFinding(finding);
  if (findings.length > shownDifferences)
    print(`    and ${findings.length - shownDifferences} more (--json has them all)`);
}

function printFinding({ of, what, was, is }: Finding): void {
  const change = was === undefined && is === undefined ? '' : `: ${was ?? 'nothing'} before, ${is ?? 'nothing'} now`;
  print(`    ${of.join(' > ')}: ${what}${change}`);
}

/** Words in lines of a readable width. */
function lines(words: readonly string[]): readonly string[] {
  const made: string[] = [];
  for (const word of words) {
    const last = made.at(-1);
    if (last !== undefined && last.length + word.length < 100) made[made.length - 1] = `${last}, ${word}`;
    else made.push(word);
  }
  return made;
}
