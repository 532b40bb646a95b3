import { carryTermsStore, carryTermsVersions } from '@carrara/adapters/postgres/performance/analysis/carryTerms';
import {
  holdingsNamed,
  investorsNamed,
  type NamedRecord,
  vehiclesNamed,
} from '@carrara/adapters/postgres/performance/imports/namedRecords';
import { storeUploadRecords, type UploadRecord } from '@carrara/adapters/postgres/platform/upload/uploadRecords';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  type CarryTerms,
  type CarryTermsBody,
  carryTermsEndpoints,
  carryTermsRows,
} from '@carrara/contract/performance/carryTerms/carryTerms';
import { displayedDate, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { lastLockedQuarter, termChanges } from '@carrara/domain/performance/carryTerms';
import { lookup, type ReadRow, type RowRefusal } from '@carrara/domain/platform/upload';
import { readableTerms } from '../concepts/performance/terms/carryTermsText.ts';
import { carryTermsOperations, withTierTexts } from '../concepts/performance/terms/carryTerms.ts';
import { carryTermsFacts, checkCarryTerms } from '../usecases/performance/carryTerms.ts';
import {
  readCarryTermsRows,
  type TermNames,
  type TermsInFile,
  termTitle,
} from '../concepts/performance/terms/carryTermsRows.ts';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { plannedTable } from './plannedTable.ts';
import { undoRecords } from './undoRecords.ts';

async function namesOf(tx: Transaction, rows: readonly ReadRow[]): Promise<TermNames> {
  const cellsIn = (field: string) => [...new Set(rows.flatMap(({ values }) => values[field] ?? []))];
  const texts = cellsIn('value');
  const investments = (await holdingsNamed(tx, texts)).map(({ investment }) => investment);
  const distinct = [...new Map(investments.map((own): [string, NamedRecord] => [own.id, own])).values()];
  return {
    vehicle: lookup(await vehiclesNamed(tx, cellsIn('vehicle'))),
    records: {
      investor: lookup(await investorsNamed(tx, texts)),
      investment: lookup(distinct),
      'reference:investor-type': lookup(await namedEntries(tx, 'investor-type')),
    },
  };
}

interface CheckedTerms {
  readonly refusals: readonly RowRefusal[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly changes: readonly {
    readonly title: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** The stored version of the same fund and day. */
  readonly stored: CarryTerms | undefined;
}

/** Checks a version of a file by the rules of the form. */
async function checked(tx: Transaction, version: TermsInFile, isWritten: boolean): Promise<CheckedTerms> {
  const { vehicle, effectiveDate, rows, firstRow } = version;
  const existing = (await carryTermsVersions(tx, vehicle.id)).find((own) => own.effectiveDate === effectiveDate);
  const stored = existing && (await carryTermsStore.load(tx, existing.id));
  const own = stored ? { id: stored.id, rowVersion: stored.rowVersion } : {};
  const values = { ...version.values, ...own, vehicle: { id: vehicle.id }, effectiveDate };
  const refusalOf = (path: readonly PropertyKey[], reason: string): RowRefusal => {
    const row = rows.get(path.map(String).join('.'));
    return { row: row ?? firstRow, field: row === undefined ? 'date' : 'value', reason };
  };
  const parsed = carryTermsEndpoints.saveCarryTerms.body.safeParse(values);
  if (!parsed.success) {
    const refusals = parsed.error.issues.map(({ code, path, message }) =>
      refusalOf(path, `${termTitle(path)} ${code === 'invalid_type' ? 'is required' : message}.`),
    );
    return { refusals, warnings: [], notes: [], changes: [], stored };
  }
  const decided = await checkCarryTerms(tx, parsed.data as CarryTermsBody, { isWritten });
  const changes = [
    ...termChanges(
      stored === undefined ? [] : readableTerms(stored),
      readableTerms({ ...version.values, effectiveDate }),
    ),
  ];
  const named = (texts: readonly { readonly detail: string }[]) =>
    texts.map(({ detail }) => `${vehicle.name}, ${displayedDate(effectiveDate)}: ${detail}`);
  return decided.match(
    ({ refusals, warnings, missing }) => ({
      refusals: refusals.map(({ path, detail }) => refusalOf(path, detail)),
      warnings: changes.length === 0 ? [] : named(warnings),
      notes: named(missing),
      changes,
      stored,
    }),
    (failures) => ({
      refusals: failures.map(({ path, detail }) => refusalOf(path, detail)),
      warnings: [],
      notes: [],
      changes,
      stored,
    }),
  );
}

async function carryOut(
  tx: Transaction,
  uploadId: string,
  versions: readonly (TermsInFile & { readonly stored: CarryTerms | undefined })[],
): Promise<Result<void, Failures>> {
  const act = { operation: 'saveCarryTerms' };
  const records: UploadRecord[] = [];
  for (const { vehicle, effectiveDate, values, stored } of versions) {
    const all = { ...values, vehicle: { id: vehicle.id }, effectiveDate };
    const saved = stored
      ? await carryTermsStore.update(tx, act, stored.id, stored.rowVersion, all)
      : await carryTermsStore.insert(tx, act, all);
    if (saved.isErr()) return err([saved.error]);
    records.push({
      objectType: 'carryTerms',
      objectId: saved.value.id,
      objectName: `${vehicle.name}, ${displayedDate(effectiveDate)}`,
      versionBefore: stored?.rowVersion ?? null,
      versionAfter: saved.value.rowVersion,
      before: stored === undefined ? null : withTierTexts(stored),
    });
  }
  await storeUploadRecords(tx, uploadId, records);
  return ok(undefined);
}

/** Returns whether a locked quarter was computed with a version. */
async function isLocked(tx: Transaction, id: string): Promise<boolean> {
  const stored = await carryTermsStore.load(tx, id);
  const found = stored && (await carryTermsFacts(tx, stored.vehicle.id));
  if (!found?.isOk()) return false;
  const { versions, lockedEnds } = found.value;
  return versions.some((version) => version.id === id && lastLockedQuarter(version, versions, lockedEnds) !== null);
}

/** Returns a stored version as a person would enter it again. Its rows are new ones, because the file replaced them. */
function enteredAgain(before: object): CarryTermsBody {
  const withoutIds = Object.keys(carryTermsRows).map((name) => {
    const rows = (before as Readonly<Record<string, readonly { readonly id: string }[]>>)[name] ?? [];
    return [name, rows.map(({ id: _id, ...row }) => row)];
  });
  return { ...before, ...Object.fromEntries(withoutIds) } as CarryTermsBody;
}

/** Imports a file of carry terms: each row is a term, and the rows of a fund and day are a whole version. */
export const carryTermsImporter = tableImporter('carry-terms', {
  sample: `Vehicle,Applies from,Part,Number,Term,Value
FUND-I,2020-01-01,Terms,,Source,"Partnership agreement, section 7"
FUND-I,2020-01-01,Terms,,Basis,European (whole fund)
FUND-I,2020-01-01,Tier,1,Tier,Return of capital
FUND-I,2020-01-01,Tier,2,Tier,Preferred return
FUND-I,2020-01-01,Tier,2,Rate per year,8
FUND-I,2020-01-01,Tier,3,Tier,Catch-up
FUND-I,2020-01-01,Tier,3,GP share,100
FUND-I,2020-01-01,Tier,3,Target share of profit,20
FUND-I,2020-01-01,Tier,4,Tier,Split
FUND-I,2020-01-01,Tier,4,GP share,20
`,
  async plan({ tx }, table, { isWritten, uploadId }) {
    const read = readCarryTermsRows(table.rows, await namesOf(tx, table.rows), table.mapping);
    const found: (TermsInFile & CheckedTerms)[] = [];
    // A version with unreadable rows would be checked without them.
    const isWhole = table.errors.length === 0 && read.refusals.length === 0;
    for (const version of isWhole ? read.versions : []) {
      found.push({ ...version, ...(await checked(tx, version, isWritten)) });
    }
    const changed = found.filter(({ changes }) => changes.length > 0);
    return {
      ...plannedTable(table, {
        kind: 'Versions of carry terms',
        counts: {
          created: changed.filter(({ stored }) => stored === undefined).length,
          changed: changed.filter(({ stored }) => stored !== undefined).length,
          unchanged: found.length - changed.length,
          missing: 0,
        },
        refusals: [...read.refusals, ...found.flatMap(({ refusals }) => refusals)],
        notes: found.flatMap(({ notes }) => notes),
        warnings: found.flatMap(({ warnings }) => warnings),
        changes: changed.flatMap(({ vehicle, effectiveDate, stored, changes }) =>
          stored === undefined
            ? []
            : changes.map(({ title, before, after }) => ({
                kind: 'Carry terms',
                record: `${vehicle.name} ${effectiveDate}`,
                field: title,
                before,
                after,
              })),
        ),
      }),
      carryOut: (context, onProgress) => carryOut(context.tx, uploadId, changed).finally(() => onProgress(100)),
    };
  },
  undo: undoRecords({
    carryTerms: {
      version: async ({ tx }, id) => (await carryTermsStore.load(tx, id))?.rowVersion,
      blockers: async ({ tx }, { objectId }) => ((await isLocked(tx, objectId)) ? ['locked quarters'] : []),
      remove: (context, id, { rowVersion }) =>
        carryTermsOperations.deleteCarryTerms(context, {
          params: { id },
          query: { rowVersion, warningsConfirmed: 'true' },
        }),
      restore: (context, before, rowVersion) =>
        carryTermsOperations.saveCarryTerms(context, {
          body: { ...enteredAgain(before), rowVersion, warningsConfirmed: true },
        }),
    },
  }),
});
