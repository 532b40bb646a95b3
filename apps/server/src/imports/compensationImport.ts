import { isCsv } from '@carrara/contract/core/fileTypes';
import { awardStore } from '@carrara/adapters/postgres/compensation/award';
import { loadDeferredAwards } from '@carrara/adapters/postgres/compensation/deferred/deferredLedger';
import { existingPay, namedPeople } from '@carrara/adapters/postgres/compensation/imports';
import { salaryStore } from '@carrara/adapters/postgres/compensation/salary';
import { storeUploadRecords, type UploadRecord } from '@carrara/adapters/postgres/platform/upload/uploadRecords';
import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { awardFields } from '@carrara/contract/compensation/award';
import { deferredAwardFields, deferredTrancheFields } from '@carrara/contract/compensation/deferredAward';
import { salaryFields } from '@carrara/contract/compensation/salary';
import type { Fields } from '@carrara/contract/core/fields';
import {
  compensationKinds,
  type CompensationPlan,
  historyColumns,
  historyFields,
  historySheet,
  kindSheets,
  type ExistingOfPay,
  payImportTypes,
  planCompensation,
} from '@carrara/domain/compensation/imports';
import {
  type ImportFields,
  type Mapping,
  type ReadRow,
  sameText,
  standardMapping,
} from '@carrara/domain/platform/upload';
import { payFrequencies } from '@carrara/domain/compensation/salary';
import {
  calendarDate,
  compareDates,
  err,
  type Failures,
  groupBy,
  noSuch,
  ok,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';
import { awardOperations } from '../concepts/compensation/award.ts';
import { deferredAwardOperations } from '../concepts/compensation/deferredAward.ts';
import { salaryOperations } from '../concepts/compensation/salary.ts';
import type { RequestContext } from '../core/operations.ts';
import { asFormValues } from './asFormValues.ts';
import type { FileToRead } from '../files/fileToRead.ts';
import type { Importer } from '../usecases/platform/importer.ts';
import { namedCurrencies } from './namedEntries.ts';
import { listNames, payFileFailures } from './payFiles.ts';
import { plannedTable, plannedTogether } from './plannedTable.ts';
import { readSheet, type ReadTable, readTable } from './readTable.ts';
import { sheetsTemplate } from './tableTemplate.ts';
import { type UndoneKind, undoRecords } from './undoRecords.ts';

const fields = payImportTypes.compensation;
type BodyOf<O extends (context: RequestContext, input: never) => unknown> = Parameters<O>[1] extends {
  readonly body: infer B;
}
  ? B
  : never;
type SalaryBody = BodyOf<typeof salaryOperations.saveSalary>;
type AwardBody = BodyOf<typeof awardOperations.saveAward>;
type GrantBody = BodyOf<typeof deferredAwardOperations.grantDeferredAward>;

type Written = Pick<UploadRecord, 'objectType' | 'before'> & { readonly saved: { id: string; rowVersion: number } };

/** The warnings of a file are confirmed before it is carried out. */
const confirmed = { warningsConfirmed: true };

/** Enters a salary, award or grant through the operation of its screen, with all of its rules. */
async function enter(
  context: RequestContext,
  { planned, before }: CompensationPlan['pay'][number],
): Promise<Result<Written, Failures>> {
  const { employeeId, amount, currencyId, date } = planned;
  const body = {
    ...(before ? { id: before.id, rowVersion: before.rowVersion } : {}),
    employee: { id: employeeId },
    amount,
    currency: { id: currencyId },
  };
  if (planned.kind === 'SALARY') {
    const { frequency, hoursAWeek, ftePercent, reason } = planned;
    const salary = {
      ...body,
      effectiveDate: date,
      frequency: { code: frequency, description: payFrequencies[frequency].title },
      hoursAWeek,
      ftePercent,
      reason,
      ...confirmed,
    };
    const was = before && (await salaryOperations.getSalary(context, { params: { id: before.id } }));
    const saved = await salaryOperations.saveSalary(context, { body: salary as SalaryBody });
    return saved.map((savedSalary) => ({
      objectType: 'salary',
      saved: savedSalary,
      before: was?.unwrapOr(null) ?? null,
    }));
  }
  if (planned.kind === 'AWARD') {
    const { payTypeId, performanceYear, payDate } = planned;
    const award = { ...body, awardDate: date, payType: { id: payTypeId }, performanceYear, payDate, ...confirmed };
    const was = before && (await awardOperations.getAward(context, { params: { id: before.id } }));
    const saved = await awardOperations.saveAward(context, { body: award as AwardBody });
    return saved.map((savedAward) => ({ objectType: 'award', saved: savedAward, before: was?.unwrapOr(null) ?? null }));
  }
  const grant = { ...body, grantDate: date, tranches: [...planned.tranches], ...confirmed };
  const granted = await deferredAwardOperations.grantDeferredAward(context, { body: grant as GrantBody });
  return granted.map((award) => ({ objectType: 'deferredAward', saved: award, before: null }));
}

/**
 * Undoes entries of a file through the operations of the screens: salaries and awards are deleted, and grants are
 * reversed by an entry.
 */
const undone: Readonly<Record<'salary' | 'award' | 'deferredAward', UndoneKind>> = {
  salary: {
    version: async ({ tx }, id) => (await salaryStore.load(tx, id))?.rowVersion,
    remove: (context, id, { rowVersion }) =>
      salaryOperations.deleteSalary(context, { params: { id }, query: { rowVersion } }),
    restore: (context, before, rowVersion) =>
      salaryOperations.saveSalary(context, { body: { ...before, rowVersion, ...confirmed } as SalaryBody }),
  },
  award: {
    version: async ({ tx }, id) => (await awardStore.load(tx, id))?.rowVersion,
    remove: (context, id, { rowVersion }) =>
      awardOperations.deleteAward(context, { params: { id }, query: { rowVersion } }),
    restore: (context, before, rowVersion) =>
      awardOperations.saveAward(context, { body: { ...before, rowVersion, ...confirmed } as AwardBody }),
  },
  deferredAward: {
    version: async ({ tx }, id) => (await loadDeferredAwards(tx, { id }))[0]?.rowVersion,
    async remove(context, id, { rowVersion, reason }) {
      const [award] = await loadDeferredAwards(context.tx, { id });
      const grant = award?.entries.find(({ kind }) => kind === 'GRANT');
      if (!award || !grant) return err([noSuch('deferred award')]);
      const on = compareDates(calendarDate(grant.on), context.today) > 0 ? grant.on : context.today;
      return deferredAwardOperations.reverseDeferredEntry(context, {
        params: { id },
        body: { rowVersion, entryId: grant.id, on, reason },
      });
    },
    restore: async () => ok(undefined),
    isReversed: true,
  },
};

const payNouns = { SALARY: 'Salaries', AWARD: 'Awards', DEFERRED: 'Deferred awards' } as const;
const { kind } = fields;
const forms: Readonly<Record<string, Fields>> = {
  SALARY: salaryFields,
  AWARD: awardFields,
  DEFERRED: { ...deferredAwardFields, ...deferredTrancheFields },
};
const noForm: Fields = {};
const formOf = ({ values }: ReadRow): Fields => forms[values['kind'] ?? ''] ?? noForm;
const historyRows: Readonly<Record<string, string>> = { date: 'year', performanceYear: 'year' };

/** Returns how to read a sheet by its name: in a workbook with a sheet per kind, or the history. */
function sheetNamed(name: string): { readonly fields: ImportFields; readonly mapping: Mapping } | undefined {
  if (sameText(name) === sameText(historySheet))
    return { fields: historyFields, mapping: standardMapping(historyFields) };
  const found = Object.entries(kindSheets).find(([sheetName]) => sameText(sheetName) === sameText(name))?.[1];
  if (!found) return undefined;
  const fixed = [{ field: 'kind', value: found.kind }];
  return { fields: { kind, ...found.fields }, mapping: { ...standardMapping(found.fields), fixed } };
}

/**
 * Reads a single table whose rows state what they enter, or a workbook with a sheet per kind, some of which may be
 * empty.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
async function readTables(file: FileToRead, mapping: Mapping | null): Promise<Result<readonly ReadTable[], Failures>> {
  const single = async () => (await readTable(file, fields, mapping)).map((table) => [table]);
  if (mapping !== null || isCsv(file)) return single();
  const sheets = await readWorkbook(await file.bytes());
  if (sheets.isErr()) return err(sheets.error);
  const named = sheets.value.flatMap((sheet) => {
    const how = sheetNamed(sheet.name);
    return how ? [{ sheet, how }] : [];
  });
  const filled = named.filter(({ sheet }) => sheet.rows.length > 1);
  const read = filled.length > 0 ? filled : named.slice(0, 1);
  return read.length > 0 ? ok(read.map(({ sheet, how }) => readSheet(sheet, how.fields, how.mapping))) : single();
}

/** Plans a table. A history is planned column by column, and its findings refer to its own columns. */
function planTable(table: ReadTable, existing: ExistingOfPay): CompensationPlan {
  if (sameText(table.sheet) !== sameText(historySheet)) return planCompensation(table.every, existing);
  const { columns, refusals } = historyColumns(table.every, existing);
  const plans = columns.map(({ field, rows }) => {
    const plan = planCompensation(rows, existing);
    const at = (reportedField: string | null) =>
      reportedField === 'amount' || reportedField === 'payType'
        ? field
        : (historyRows[reportedField ?? ''] ?? reportedField);
    return { ...plan, refusals: plan.refusals.map((refusal) => ({ ...refusal, field: at(refusal.field) })) };
  });
  // An error in the employee or the currency of a row occurs in each of its columns, so duplicates are removed.
  const failuresByRow = new Map(
    [...refusals, ...plans.flatMap((plan) => plan.refusals)].map((rowRefusal) => [
      JSON.stringify(rowRefusal),
      rowRefusal,
    ]),
  );
  const sum = (count: keyof CompensationPlan['counts']) =>
    plans.reduce((total, { counts }) => total + counts[count], 0);
  return {
    pay: plans.flatMap(({ pay }) => pay),
    counts: { created: sum('created'), changed: sum('changed'), unchanged: sum('unchanged'), missing: 0 },
    refusals: [...failuresByRow.values()],
    afterLeaving: plans.flatMap(({ afterLeaving }) => afterLeaving),
    keys: plans.flatMap(({ keys }) => keys),
  };
}

/** Imports a file of salaries, awards and deferred awards. */
export const compensationImporter: Importer<readonly ReadTable[]> = {
  fields,
  sample: `Kind,Employee,Date,Amount,Currency,Frequency,Hours a week,FTE %,Pay type,Performance year,Vest date,Percent,Pay date,Reason
Salary,E-101,2026-01-01,120000.00,USD,Annual,,100,,,,,,Annual review
Award,E-101,2026-02-15,50000.00,USD,,,,Annual bonus,2025,,,2026-03-01,
Deferred award,E-101,2026-03-01,30000.00,USD,,,,,,2027-03-01,50,2027-03-15,
Deferred award,E-101,2026-03-01,30000.00,USD,,,,,,2028-03-01,50,2028-03-15,
`,
  refuses: payFileFailures,
  undo: undoRecords(undone),
  read: readTables,
  async plan({ tx, today }, tables, { uploadId }) {
    const employees = await namedPeople(tx);
    const payTypes = await referenceEntries(tx, 'pay-type', { includeInactive: false });
    const existing = {
      employees,
      payTypes: payTypes.map(({ id, code, description, subType }) => ({
        id,
        code,
        name: description,
        payTypeClass: subType ?? null,
      })),
      currencies: await namedCurrencies(tx),
      today,
      existing: await existingPay(
        tx,
        employees.map(({ id }) => id),
      ),
    };
    const nameOf = new Map(employees.map(({ id, name }) => [id, name]));
    const elsewhere = new Map<string, string>();
    const planned = tables.map((read) => {
      const table = asFormValues(read, formOf);
      const plan = planTable(table, { ...existing, elsewhere });
      for (const key of plan.keys) elsewhere.set(key, table.sheet);
      const changes = plan.pay.flatMap(({ planned: { kind: changeKind, employeeId, date, amount }, before }) =>
        before
          ? [
              {
                kind: compensationKinds[changeKind],
                record: `${nameOf.get(employeeId) ?? ''} ${date}`,
                field: fields.amount.title,
                isNumber: true as const,
                before: before.amount,
                after: amount,
              },
            ]
          : [],
      );
      const warnings = [...groupBy(plan.afterLeaving, (entered) => entered.kind)].map(([enteredKind, leavers]) => {
        const rows = leavers.map(({ row, employeeId }) => `${nameOf.get(employeeId) ?? ''} (row ${String(row)})`);
        return `${payNouns[enteredKind]} dated after the last day of employment: ${listNames(rows)}. Check the dates.`;
      });
      const called = tables.length > 1 ? table.sheet : 'Salaries and awards';
      return { pay: plan.pay, display: plannedTable(table, { kind: called, ...plan, warnings, changes }) };
    });
    const plan = { pay: planned.flatMap(({ pay }) => pay) };
    return {
      ...plannedTogether(planned.map(({ display }) => display)),
      versions: plan.pay.flatMap(({ before }) => (before ? [`${before.id} ${String(before.rowVersion)}`] : [])),
      async carryOut(context, onProgress) {
        const records: UploadRecord[] = [];
        for (const [at, plannedPay] of plan.pay.entries()) {
          const entered = await enter(context, plannedPay);
          if (entered.isErr()) return err(entered.error);
          const { objectType, saved, before } = entered.value;
          const { kind, employeeId, date } = plannedPay.planned;
          records.push({
            objectType,
            objectId: saved.id,
            objectName: `${compensationKinds[kind]} of ${nameOf.get(employeeId) ?? ''}, ${displayedDate(date)}`,
            versionBefore: plannedPay.before?.rowVersion ?? null,
            versionAfter: saved.rowVersion,
            before,
          });
          onProgress(Math.floor((100 * (at + 1)) / plan.pay.length));
        }
        await storeUploadRecords(context.tx, uploadId, records);
        return ok(undefined);
      },
    };
  },
  template: () =>
    sheetsTemplate({
      ...Object.fromEntries(Object.entries(kindSheets).map(([name, sheet]) => [name, sheet.fields])),
      [historySheet]: historyFields,
    }),
};
