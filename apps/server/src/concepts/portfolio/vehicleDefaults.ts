import type { RequestContext } from '../../operations.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a vehicle has where its fields are left blank; one that is not told of stays as it is. */
export function withVehicleDefaults({ tenant }: RequestContext, values: Values, before: Values | undefined): Values {
  const blanks = { fiscalYearEnd: '12-31', navBasis: tenant.isLpTenant ? 'REPORTED' : 'LEDGER' };
  const given: Values = Object.fromEntries(
    Object.entries(blanks)
      .filter(([name]) => !values[name] && (values[name] !== undefined || before === undefined))
      .map(([name, code]) => [name, { code }]),
  );
  return { ...values, ...given };
}
