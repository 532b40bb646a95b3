import { type ChainHead, chainHeads } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import {
  readHeadsFile,
  highestHeads,
  storeHeads,
  storedHeads,
} from '@carrara/adapters/postgres/engine/journal/storedHeads';
import { asOwner } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { countsOf } from '@carrara/adapters/postgres/verify/consequences';
import { type Finding, findingText, type TenantFinding } from '@carrara/adapters/postgres/verify/finding';
import { typeLabel } from '@carrara/adapters/postgres/verify/rowTexts';
import { type TenantReport, verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { passwordlessAccess, replicationSlots } from '@carrara/adapters/postgres/engine/database/serverSettings';
import { verifyInstallation } from '@carrara/adapters/postgres/verify/verifyInstallation';
import { verifySchema } from '@carrara/adapters/postgres/verify/verifySchema';
import { OtherStore, refuseOtherStore, sweepFiles } from '@carrara/adapters/operator/sweepFiles';
import type { Storage } from '@carrara/adapters/storage/openStorage';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sealOfPack } from '../evidence/sealOfPack.ts';
import type { Outcome } from '../run/exitCode.ts';
import { runInInstallation } from '../openInstallation.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { dataOption } from '../run/dataOption.ts';
import { countText, numberText } from '../run/countText.ts';

interface InstallationOptions {
  readonly data?: string;
}
interface VerifyOptions extends InstallationOptions {
  readonly head?: string | undefined;
  readonly withoutHeads?: true;
  readonly withoutFiles?: true;
  readonly all?: true;
}

/** The number of differences of a firm or of the database's rules that are printed without `--all`. */
const displayedDifferences = 50;

/** `carrara audit`: checks that let a skeptic verify an installation. */
export function addAudit(audit: Command, world: World): void {
  const verify = audit
    .command('verify')
    .description(
      'Check the audit log against its head stored outside the database, and every record against its last state in the audit log. ' +
        'Recompute every stored run to the cent and compare its postings. Check every stored file against its digest, and the ' +
        'policies and privileges of the database against the migrations. ' +
        'Exits with 1 if anything differs.',
    )
    .option(
      '--all',
      `print every difference instead of the first ${displayedDifferences} of each firm, and every figure that follows from another difference`,
    )
    .option('--without-heads', 'accept a firm without a stored head, although a truncated log would go unnoticed')
    .option('--without-files', 'skip the stored files, for example if they can’t be reached from here')
    .option('--head <file>', 'a file of stored heads to check against, instead of those in the data folder')
    .option(...dataOption);
  withExamples(verify, 'carrara audit verify --json > audit.json');
  act(verify, world, (run, options: VerifyOptions) => {
    const head = options.head === undefined ? undefined : resolve(run.folder, options.head);
    if (head !== undefined && !existsSync(head)) throw new CommandStop('misused', `there is no file ${head}.`);
    return runInInstallation(options.data, (storage) => verifyAll(run, storage, { ...options, head }), {
      toVerify: true,
    });
  });
  const heads = audit
    .command('export-head')
    .description('Store the current head of each audit log in the data folder and print it: tenant, entry, hash.')
    .option(...dataOption);
  withExamples(heads, 'carrara audit export-head > heads.txt');
  act(heads, world, (run, { data }: InstallationOptions) =>
    runInInstallation(data, (storage) => exportHeads(run, storage)),
  );
  const evidence = audit
    .command('evidence')
    .description('Check that this installation created an evidence pack, and that nobody has changed it since.')
    .argument('<file>', 'the pack')
    .option(...dataOption);
  withExamples(evidence, "carrara audit evidence 'Q3 2026 carry distribution - evidence.json'");
  act(evidence, world, (run, file: string, { data }: InstallationOptions) =>
    runInInstallation(data, (storage) => sealOfPack(run, storage, file), { toVerify: true }),
  );
}

async function exportHeads(run: Run, { database, dataDir }: Storage): Promise<void> {
  const heads = await chainHeads(database.worker);
  await storeHeads(dataDir, heads, new Date().toISOString());
  await run.print(
    run.json
      ? JSON.stringify(heads, null, 2)
      : heads.map(({ tenantId, seq, hash }) => `${tenantId} ${seq} ${hash}`).join('\n'),
  );
}

interface Tenant {
  readonly id: string;
  readonly name: string;
}

const textsWithoutHead = (tenants: readonly Tenant[]): readonly string[] =>
  tenants.length === 0
    ? []
    : [
        ...tenants.map(
          ({ name }) =>
            `${name} has no stored head, so a truncated log would go unnoticed. Restore the audit-heads folder,`,
        ),
        'or accept this with --without-heads.',
      ];

async function verifyAll(run: Run, storage: Storage, options: VerifyOptions): Promise<Outcome> {
  const { database, auditKeyTrouble, files: stored } = storage;
  const withFiles = options.withoutFiles !== true;
  const source = { workerUrl: database.workerUrl, files: stored };
  // In another location, all files would be missing.
  if (withFiles) await refuseOtherStore(source).catch(stoppedBy);
  const { all = false } = options;
  // Changed rules permit changes of the rows, so they are checked first.
  const { heads, schema, warnings, installation, tenants } = await verifyDatabase(storage, options.head);
  for (const [title, findings] of Object.entries({ 'Database rules': schema, Installation: installation }))
    if (!run.json && findings.length > 0)
      await run.print(
        [`${title}: ${countText(findings.length, 'difference')}`, ...displayedPart(findings, all)].join('\n'),
      );
  const reports = await verifyTenants(run, storage, tenants ?? [], { heads, withFiles, all });
  const unnamedFiles = withFiles ? (await sweepFiles({ ...source, remove: false, now: new Date() })).unnamed : [];
  const tenantsWithoutHead = (tenants ?? []).filter(
    ({ id }, at) => options.withoutHeads !== true && !heads.has(id) && (reports[at]?.chain.entries ?? 0) > 0,
  );
  // A deleted firm has no audit of its own.
  const lostFirms = [...heads.keys()].filter((id) => tenants?.every((tenant) => tenant.id !== id));
  const sound =
    reports.every(({ chain, findings }) => chain.broken === undefined && findings.length === 0) &&
    lostFirms.length + tenantsWithoutHead.length + schema.length + installation.length === 0 &&
    auditKeyTrouble === undefined;
  const withoutHead = tenantsWithoutHead.map(({ id }) => id);
  const found = { sound, auditKeyTrouble, firms: reports, lostFirms, withoutHead, schema, warnings, installation };
  await run.print(
    run.json
      ? JSON.stringify({ ...found, unnamedFiles }, null, 2)
      : closingTexts({ ...found, unnamedFiles }, tenantsWithoutHead).join('\n'),
  );
  return sound ? 'done' : 'refused';
}

interface TenantsOptions {
  readonly heads: DatabaseReport['heads'];
  readonly withFiles: boolean;
  readonly all: boolean;
}

/** Verifies each firm in a transaction of its own, and prints its report. */
async function verifyTenants(
  run: Run,
  { database, auditKey, files: stored }: Storage,
  tenants: NonNullable<DatabaseReport['tenants']>,
  { heads, withFiles, all }: TenantsOptions,
) {
  const withTenant = unitOfWork({ pool: database.worker, auditKey });
  const files = {
    // The server keeps running, so a file that somebody deletes in the meantime is not missing.
    digest: async (key: string) =>
      (await stored.digest(key)) ?? ((await isNamed(database.worker, key)) ? undefined : ('deleted' as const)),
  };
  const reports: (TenantReport & { readonly firm: string })[] = [];
  for (const { id, name } of tenants) {
    const context = { tenantId: id, personId: null, now: new Date().toISOString() };
    const storedHead = heads.get(id);
    const evidence = { ...(storedHead ? { head: storedHead } : {}), ...(withFiles ? { files } : {}), all };
    const report = await withTenant(context, (tx) => verifyTenant(tx, auditKey, evidence), { readOnly: true }).catch(
      (error: unknown) => uncheckedTenant(id, error),
    );
    reports.push({ firm: name, ...report });
    const isWhole = report.chain.broken === undefined && report.findings.length === 0;
    if (!run.json && !(run.quiet && isWhole)) await run.print(reportLines(name, report, storedHead, all).join('\n'));
  }
  return reports;
}

interface ClosingFacts {
  readonly sound: boolean;
  readonly auditKeyTrouble: string | undefined;
  readonly lostFirms: readonly string[];
  readonly unnamedFiles: readonly unknown[];
  readonly warnings: readonly string[];
}

/** Returns the lines below the reports of the firms. */
const closingTexts = (
  { sound, auditKeyTrouble, lostFirms, unnamedFiles, warnings }: ClosingFacts,
  tenantsWithoutHead: Parameters<typeof textsWithoutHead>[0],
): readonly string[] => [
  ...(auditKeyTrouble === undefined
    ? []
    : [
        `${auditKeyTrouble} If the chains above are sound, it was the fingerprint. If they are broken from the start, it was the key.`,
      ]),
  ...textsWithoutHead(tenantsWithoutHead),
  ...lostFirms.map((id) => `The firm ${id} has a stored head, but is no longer in the database.`),
  ...(unnamedFiles.length > 0
    ? [
        `${countText(unnamedFiles.length, 'stored file')} older than a day belong to no record. Run carrara files sweep to list them.`,
      ]
    : []),
  ...warnings.map((warning) => `Warning: ${warning}`),
  sound ? 'Nothing differs.' : 'There are differences.',
];

interface DatabaseReport {
  readonly heads: ReadonlyMap<string, ChainHead>;
  readonly schema: readonly Finding[];
  readonly warnings: readonly string[];
  readonly installation: readonly Finding[];
  /** Undefined if they can't be read. */
  readonly tenants: readonly Tenant[] | undefined;
}

/** Reads the stored heads and checks the parts that belong to no firm. If a part fails, that is a finding, and the others are still checked. */
async function verifyDatabase({ database, dataDir }: Storage, headFile: string | undefined): Promise<DatabaseReport> {
  const installation: Finding[] = [];
  const attempt = async <T>(part: string, work: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      installation.push({ location: [part], description: notChecked(error) });
      return otherwise;
    }
  };
  const damaged: string[] = [];
  const heads = await attempt(
    'audit heads',
    () => (headFile === undefined ? storedHeads(dataDir, damaged) : highestHeads(readHeadsFile(headFile, damaged))),
    new Map<string, ChainHead>(),
  );
  installation.push(
    ...damaged.map((line) => ({ location: ['audit heads', line], description: 'isn’t a head that the product wrote' })),
  );
  const verifyRules = () => asOwner(database.adminUrl, (owner) => verifySchema(owner, database.appUrl));
  const schema = await attempt('database rules', verifyRules, []);
  const warnings = [
    ...(await attempt('client authentication', () => asOwner(database.adminUrl, passwordlessAccess), [])),
    ...(await attempt('replication slots', () => asOwner(database.adminUrl, replicationSlots), [])),
  ];
  installation.push(...(await attempt('installation', () => verifyInstallation(database.worker), [])));
  const readTenants = () => database.worker.query<Tenant>('SELECT id, name FROM tenant ORDER BY name, id');
  const tenants = (await attempt('firms', readTenants, undefined))?.rows;
  return { heads, schema, warnings, installation, tenants };
}

const notChecked = (error: unknown): string =>
  `can’t be checked: ${error instanceof Error ? error.message : String(error)}`;

/** The report of a firm whose whole audit failed, for example after a lost connection. */
function uncheckedTenant(tenantId: string, error: unknown): TenantReport {
  const chain = { tenantId, entries: 0, broken: { seq: 0, reason: notChecked(error) } };
  return { chain, runs: [], records: [], findings: [], allFindings: '', numberOfFindings: 0 };
}

function stoppedBy(error: unknown): never {
  if (!(error instanceof OtherStore))
    throw new CommandStop('refused', error instanceof Error ? error.message : String(error));
  throw new CommandStop('refused', `${error.message} Use --without-files to check everything else.`);
}

async function isNamed(worker: Storage['database']['worker'], key: string): Promise<boolean> {
  const { rows } = await worker.query(
    `SELECT FROM document WHERE storage_key = $1 UNION ALL SELECT FROM upload_history WHERE storage_key = $1
     UNION ALL SELECT FROM delivery WHERE storage_key = $1 UNION ALL SELECT FROM pay_statement_release WHERE storage_key = $1 LIMIT 1`,
    [key],
  );
  return rows.length > 0;
}

/** Returns what `audit verify` prints about a firm. */
export function reportLines(
  name: string,
  { chain, runs, records, files, findings, allFindings, numberOfFindings }: TenantReport,
  storedHead: ChainHead | undefined,
  isWhole: boolean,
): readonly string[] {
  const against = storedHead
    ? `up to the stored head of entry ${storedHead.seq}`
    : 'no stored head, so a truncated log would go unnoticed';
  const figures = runs.reduce((sum, run) => sum + run.figures, 0);
  const postings = runs.reduce((sum, run) => sum + run.postings, 0);
  const checked = records.filter((record) => record.checked > 0);
  const all = checked.reduce((sum, record) => sum + record.checked, 0);
  const before = records.filter((record) => record.withoutState > 0);
  const indented = (texts: readonly string[]) => lines(texts).map((line) => `                ${line}`);
  return [
    name,
    chain.broken
      ? `  audit log     broken at entry ${chain.broken.seq}: ${chain.broken.reason}`
      : `  audit log     ${countText(chain.entries, 'entry', 'entries')} in one chain, ${against}`,
    `  runs          ${countText(runs.length, 'run')} recomputed, ${countText(figures, 'figure')}, ${countText(postings, 'posting')}`,
    ...runs.flatMap((run) =>
      run.notComputable ? [`                ${run.name}: not yet computable: ${run.notComputable}`] : [],
    ),
    `  records       ${countText(all, 'record')} checked against their last entry:`,
    ...indented(checked.map(({ type, checked: number }) => `${numberText(number)} ${typeLabel(type)}`)),
    files === undefined
      ? '  files         left out'
      : `  files         ${countText(files, 'stored file or picture', 'stored files and pictures')} checked against their digests`,
    ...(before.length > 0
      ? [
          '  not checked   stored before the audit log recorded states; only their figures are recomputed:',
          ...indented(before.map(({ type, withoutState }) => `${numberText(withoutState)} ${typeLabel(type)}`)),
        ]
      : []),
    ...(findings.length > 0
      ? [
          `  DIFFERENCES   ${numberText(numberOfFindings)} found (${allFindings}), ${countText(isWhole ? findings.length : Math.min(findings.length, displayedDifferences), 'line')} below`,
        ]
      : []),
    ...displayedPart(findings, isWhole),
  ];
}

/** The first findings, with at least one of each kind, or all, and the number of the others. */
export function displayedPart(findings: readonly (Finding | TenantFinding)[], isWhole = false): readonly string[] {
  const displayed = isWhole ? new Set(findings) : firstOfEachKind(findings);
  const more = findings.filter((finding) => !displayed.has(finding));
  const parts = countsOf(more, (finding) => ('part' in finding ? finding.part : undefined));
  return [
    ...findings.flatMap((finding) => (displayed.has(finding) ? [`    ${findingText(finding)}`] : [])),
    ...(more.length > 0
      ? [`    and ${countText(more.length, 'more line')}${parts && ` (${parts})`}. Use --all to see all.`]
      : []),
  ];
}

/** Returns the findings to print: the first of each kind and every multiple that contradicts others, then the first of the others. */
function firstOfEachKind<T extends Finding>(findings: readonly T[]): ReadonlySet<T> {
  const kinds = new Map<string, T>();
  for (const finding of findings) {
    const part = 'part' in finding ? String(finding.part) : '';
    const kind = `${part} ${finding.computed === undefined ? (finding.location[0] ?? '') : finding.description}`;
    const key = finding.isContradiction ? findingText(finding) : kind;
    if (!kinds.has(key)) kinds.set(key, finding);
  }
  return new Set([...new Set([...kinds.values(), ...findings])].slice(0, displayedDifferences));
}

/** Wraps texts into lines of a readable width. */
function lines(texts: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (const word of texts) {
    const last = result.at(-1);
    if (last !== undefined && last.length + word.length < 100) result[result.length - 1] = `${last}, ${word}`;
    else result.push(word);
  }
  return result;
}
