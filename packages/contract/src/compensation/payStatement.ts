import { statementFigureNames, payStatementLifecycle } from '@carrara/domain/compensation/statement';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint, recordSchema, saveSchema } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { defineFields } from '../core/fields.ts';
import { notDetermined } from '../core/kinds.ts';
import { moveEndpoints } from '../core/moveEndpoints.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { requestedYear, date, figure, figureOrNull, id, instant, status } from '../core/schema.ts';
import { statusCodes } from '../lifecycles.ts';
import {
  certificateQuery,
  deliveryEvent,
  deliveryRecipient,
  evidenceColumns,
  releaseBody,
} from '../platform/delivery/delivery.ts';
import { task } from '../platform/task/task.ts';
import { statementTitles } from './statementSections.ts';

const tags = ['PayStatement'];
const path = '/api/comp/statement';
const sensitive = 'always' as const;

/** A statement of the amounts awarded for a year and paid in it. */
export const payStatementFields = defineFields({
  name: { kind: 'text', title: 'Name', readOnly: true },
  employee: { kind: 'reference', target: 'compEmployee', title: 'Employee', required: true },
  year: { kind: 'year', title: 'Year', required: true },
  message: { kind: 'longText', title: 'Message', max: 1000, help: 'Printed on the statement.' },
  status: { kind: 'status', title: 'State', readOnly: true },
  releasedDate: { kind: 'instant', title: 'Released', readOnly: true },
  releasedBy: { kind: 'text', title: 'Released by', readOnly: true },
});

const rolled = {
  opening: figure('money'),
  granted: figure('money'),
  paid: figure('money'),
  forfeited: figure('money'),
  closing: figure('money'),
  vested: figure('money'),
};
const ofHolder = { holderId: z.string(), holder: z.string() };
const paidSources = z.object({
  cash: z.enum(['PAYROLL', 'RECORDS']),
  deferred: z.enum(['PAYROLL', 'LEDGER']).nullable(),
});
const statementText = z.object({
  year: z.int(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      hasLast: z.boolean(),
      figures: z.array(
        z.object({
          figure: z.enum(statementFigureNames),
          amount: figureOrNull('money'),
          last: figureOrNull('money'),
          change: figureOrNull('money'),
          percent: figureOrNull('percent'),
        }),
      ),
      payroll: z.object({ amount: figure('money'), rows: z.int(), first: date(), last: date() }).nullable(),
      records: z.object({
        salaryEarned: figureOrNull('money'),
        awards: figure('money'),
        deferred: figure('money'),
      }),
      /** The records that the amount paid in the year is based on. */
      paidFrom: z.object({ own: paidSources, last: paidSources.nullable(), isUnlike: z.boolean() }),
      deferred: z.object(rolled).nullable(),
    }),
  ),
  deferredAwards: z.array(z.object({ grantDate: date(), currency: z.string(), ...rolled })),
  carry: z.array(
    z.object({
      ...ofHolder,
      currency: z.string(),
      gross: figure('money'),
      tax: figure('money'),
      escrow: figure('money'),
      other: figure('money'),
      net: figure('money'),
      estimated: figureOrNull('money'),
    }),
  ),
  allocations: z.array(
    z.object({
      ...ofHolder,
      source: z.string(),
      effective: figure('percent'),
      vested: figureOrNull('percent'),
      reason: z.string().nullable(),
    }),
  ),
  daysWithoutSalary: z.int(),
});

const other = z.object({ id: id(), status: status() }).nullable();
const payStatement = recordSchema(payStatementFields, {
  employeeId: id(),
  /** For a draft, the current figures; for a released statement, those at its release. */
  statement: statementText,
  /** The version of the rules that produced the figures. */
  engineVersion: z.string(),
  /** SHA-256 of the PDF; null while it is a draft. */
  pdfSha256: z.string().nullable(),
  supersedes: other,
  supersededBy: other,
  /** The reason for the withdrawal, from the audit log. */
  withdrawnReason: z.string().nullable(),
  /** The delivery to its recipient; null while it is a draft. */
  delivery: z
    .object({
      version: z.int(),
      /** The text to acknowledge; null if there is none. */
      wording: z.string().nullable(),
      recipient: deliveryRecipient,
    })
    .nullable(),
});
export type PayStatement = z.output<typeof payStatement>;

/** An employee's current statement of the year, or the fact that there is none. */
const ofYear = z.object({
  /** The id of the statement, or of an employee without one. */
  id: id(),
  rowVersion: z.int().nullable(),
  employeeId: id(),
  statementId: id().nullable(),
  name: z.string(),
  code: z.string().nullable(),
  year: z.int(),
  status: status(),
  releasedDate: instant().nullable(),
  releasedBy: z.string().nullable(),
  superseded: z.int(),
});

const money = (field: string, title: string) =>
  ({ field, kind: 'money', title, sortable: false, nullIs: notDetermined }) as const;
const figures = Object.fromEntries(statementFigureNames.map((name) => [name, figureOrNull('money')])) as Record<
  (typeof statementFigureNames)[number],
  ReturnType<typeof figureOrNull>
>;
/** A statement in one currency, for files. */
const figureRow = z.object({
  id: z.string(),
  employeeId: id(),
  name: z.string(),
  year: z.int(),
  status: status(),
  currency: z.string(),
  ...figures,
  paidFrom: z.string(),
});
export type StatementFigureRow = z.output<typeof figureRow>;

/** The states of people in a year: those of statements, and none. */
export const noStatement = { code: 'NONE', description: 'None' } as const;
const states = ['NONE', ...statusCodes('payStatement')] as const;

const calls = recordEndpoints('payStatement', {
  path,
  fields: payStatementFields,
  record: payStatement,
  body: saveSchema(payStatementFields),
  columns: ['name', 'year', 'status', 'releasedDate', 'releasedBy', 'message'],
  row: { employeeId: id() },
  sortedBy: 'year',
  filters: {
    employeeId: id().optional(),
    year: requestedYear().optional(),
    status: z.enum(statusCodes('payStatement')).optional(),
  },
  refusals: ['OWN_PAY', 'YEAR_BEFORE_HIRE', 'YEAR_NOT_OVER', 'WRONG_STATE'],
});
const moves = moveEndpoints(payStatementLifecycle, { path, result: payStatement });
/** If empty, everyone whose pay the user can see and who has no statement or only a draft. */
const people = z.array(id()).max(5000).default([]);

/** Total compensation statements of the employees whose pay the user can see. */
export const payStatementEndpoints = {
  listPayStatements: { ...calls.listPayStatements, sensitive },
  getPayStatement: { ...calls.getPayStatement, sensitive },
  savePayStatement: { ...calls.savePayStatement, sensitive },
  deletePayStatement: {
    ...calls.deletePayStatement,
    failures: [...calls.deletePayStatement.failures, 'WRONG_STATE'],
    sensitive,
  },
  releasePayStatement: {
    ...moves.releasePayStatement,
    body: moves.releasePayStatement.body.extend(releaseBody.shape),
    // Somebody else may release it at the same time.
    failures: [...moves.releasePayStatement.failures, 'DUPLICATE'],
    sensitive,
  },
  withdrawPayStatement: { ...moves.withdrawPayStatement, sensitive },
  ...defineEndpoints({
    listPayStatementsOfYear: {
      ...listEndpoint({
        path: `${path}/year`,
        title: 'Compensation statements',
        permission: 'pay.view',
        row: ofYear,
        columns: [
          { field: 'name', kind: 'text', title: 'Name' },
          { field: 'code', kind: 'code', title: 'Code' },
          { field: 'year', kind: 'year', title: 'Year', sortable: false },
          { field: 'status', kind: 'status', title: 'State' },
          { field: 'releasedDate', kind: 'instant', title: 'Released' },
          { field: 'releasedBy', kind: 'text', title: 'Released by' },
          { field: 'superseded', kind: 'count', title: 'Earlier versions' },
        ],
        defaultSort: { field: 'name', ascending: true },
        filters: { year: requestedYear().optional(), state: z.enum(states).optional() },
        tags,
      }),
      sensitive,
    },
    listPayStatementFigures: {
      ...listEndpoint({
        path: `${path}/figures`,
        title: 'Compensation statement figures',
        permission: 'pay.view',
        row: figureRow,
        columns: [
          { field: 'name', kind: 'text', title: 'Name', sortable: false },
          { field: 'year', kind: 'year', title: 'Year' },
          { field: 'status', kind: 'status', title: 'State', sortable: false },
          { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
          ...statementFigureNames.map((name) => money(name, statementTitles[name])),
          { field: 'paidFrom', kind: 'text', title: 'Paid in the year: source', sortable: false },
        ],
        defaultSort: { field: 'year', ascending: false },
        filters: { year: requestedYear().optional() },
        tags,
      }),
      sensitive,
    },
    getPayStatementDrafts: {
      method: 'GET',
      path: `${path}/drafts`,
      summary: 'Drafts of a year with their employees and totals, as they would be released',
      offThread: true,
      permission: 'pay.view',
      query: z.strictObject({ year: requestedYear() }),
      result: z.object({
        people: z.array(z.object({ employeeId: id(), name: z.string() })),
        /** Separately by currency. Null means not determined. */
        sums: z.array(
          z.object({
            currency: z.string(),
            statements: z.int(),
            awardedFor: figureOrNull('money'),
            paidIn: figureOrNull('money'),
            /** The number of statements that count deferred pay from the ledger because payroll has no row for it. */
            deferredFromLedger: z.int(),
          }),
        ),
      }),
      tags,
      sensitive,
    },
    startPayStatements: {
      method: 'POST',
      path: `${path}/batch`,
      summary: 'Draft or release statements for several employees',
      permission: 'pay.edit',
      bodySize: 'long',
      body: z.strictObject({
        act: z.enum(['draft', 'release']),
        year: z.int().min(1900).max(2200),
        employees: people,
        ...releaseBody.shape,
      }),
      result: task,
      requiresStrength: true,
      failures: ['YEAR_NOT_OVER', 'NO_RECIPIENTS', 'TOO_MANY_TASKS'],
    },
    explainPayStatement: {
      method: 'GET',
      path: `${path}/:id/explanation`,
      summary: 'Explanation of a statement figure',
      permission: 'pay.view',
      params: idParams,
      query: z.strictObject({ currency: z.string().max(50), figure: z.string().max(50) }),
      result: explanation,
      sensitive,
    },
    printPayStatement: {
      method: 'GET',
      path: `${path}/:id/pdf`,
      summary: 'A statement as a PDF; once released, exactly as released',
      permission: 'pay.view',
      params: idParams,
      answers: 'file',
      offThread: false,
      failures: ['NOT_PRINTABLE', 'FILE_MISSING', 'FILE_CHANGED'],
      sensitive,
    },
    listPayStatementEvents: {
      ...listEndpoint({
        path: `${path}/:id/event`,
        title: 'Delivery evidence',
        permission: 'pay.view',
        row: deliveryEvent.extend({ employeeId: id() }),
        columns: evidenceColumns,
        defaultSort: { field: 'createdDate', ascending: true },
        pageSize: 50,
        tags,
      }),
      params: idParams,
      sensitive,
    },
    downloadPayStatementCertificate: {
      method: 'GET',
      path: `${path}/:id/certificate`,
      summary: 'A statement’s certificate of delivery: the file its recipient received, and what happened to it',
      permission: 'pay.view',
      params: idParams,
      query: certificateQuery,
      answers: 'file',
      failures: ['WRONG_STATE'],
      sensitive,
    },
    printPayStatements: {
      method: 'GET',
      path: `${path}/pdf`,
      summary: 'A year’s released statements as PDFs in a zip',
      permission: 'pay.view',
      query: z.strictObject({ year: requestedYear() }),
      answers: 'file',
      offThread: false,
      sensitive,
    },
  }),
} as const;
