import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';

type Part = Pick<
  NonNullable<Distribution['reconciliation']['determined']>,
  'numberOfSources' | 'numberDetermined' | 'numberTaxed'
>;

/** Describes which sources the totals of a run cover, if some figures aren't determined. */
export function totalsCoverage({ numberOfSources, numberDetermined, numberTaxed }: Part): string {
  const [all, determined, taxed] = [numberOfSources, numberDetermined, numberTaxed].map(String);
  if (numberDetermined === numberOfSources) return `Tax and net of ${taxed} of ${all} sources`;
  const totals = `Totals of ${determined} of ${all} sources`;
  if (numberTaxed === 0) return `${totals}, without tax and net`;
  return numberTaxed < numberDetermined ? `${totals}; tax and net of ${taxed}` : totals;
}
