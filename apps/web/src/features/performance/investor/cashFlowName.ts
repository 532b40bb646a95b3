import type { InvestorCashFlows } from '@carrara/contract/performance/investor/investorPerformance';

type CashFlow = InvestorCashFlows['overviews'][number];
type Amounts = Pick<CashFlow['contributions'], 'total'>;

/** Returns the name of a cash flow. A late closing returns contributions to earlier investors, which no notice announces. */
export function cashFlowName({
  overview: { kind, sequenceNumber },
  contributions,
  distributions,
}: {
  readonly overview: Pick<CashFlow['overview'], 'kind' | 'sequenceNumber'>;
  readonly contributions: Amounts;
  readonly distributions: Amounts;
}): string {
  const name = kind === 'CALL' ? 'Call' : 'Distribution';
  if (sequenceNumber !== null) return `${name} no. ${sequenceNumber}`;
  const isReturn = contributions.total.startsWith('-') && distributions.total === '0.00';
  return isReturn ? 'Returned contributions' : `${name} without notice`;
}
