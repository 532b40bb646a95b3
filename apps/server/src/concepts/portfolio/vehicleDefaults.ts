import type { RequestContext } from '../../core/operations.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fills in the defaults of a vehicle's blank fields. Absent fields stay as they are. */
export function withVehicleDefaults({ tenant }: RequestContext, values: Values, before: Values | undefined): Values {
  const blanks = { fiscalYearEnd: '12-31', navBasis: tenant.isLpTenant ? 'REPORTED' : 'LEDGER' };
  const entered: Values = Object.fromEntries(
    Object.entries(blanks)
      .filter(([name]) => !values[name] && (values[name] !== undefined || before === undefined))
      .map(([name, code]) => [name, { code }]),
  );
  return { ...values, ...entered };
}
