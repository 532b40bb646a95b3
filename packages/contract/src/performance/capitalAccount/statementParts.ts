import { z } from 'zod';
import type { ReportDefinition } from '../../core/report.ts';
import { reportEndpoint } from '../../core/reportEndpoint.ts';
import { date, id } from '../../core/schema.ts';

const american = /^(\d{2})-(\d{2})-(\d{4})$/;
/** The end of a reporting period in an address: ISO, or MM-dd-yyyy. */
export const periodEnd = () =>
  z
    .string()
    .overwrite((text) => text.replace(american, '$3-$1-$2'))
    .pipe(date())
    .refine((text) => /-(03-31|06-30|09-30|12-31)$/.test(text), 'isn’t a quarter end');

export const namedRecord = z.object({ id: id(), code: z.string().nullable(), name: z.string() });

/** The audit log entry up to which data is included. Defaults to now. */
export const asKnownOn = { asKnownOn: z.coerce.number().int().positive().optional() };

export const notDeterminedList = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }));

/** The data that becomes stale when a vehicle changes. */
export const statementTags = ['Ledger', 'Fund', 'Coinvestment', 'Investor', 'Fund Performance'] as const;

/** Creates the call of a report with its reporting date in the path. */
export function reportByDate<const R extends ReportDefinition>(report: R) {
  const { endDate: _inPath, ...parameters } = report.parameters;
  return { ...reportEndpoint({ ...report, parameters }), report };
}
