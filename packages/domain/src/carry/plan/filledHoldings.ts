import type { ExistingRecord, ExistingRecords } from './existingRecords.ts';
import { type FilledRow, sortRows, textOf } from './filledRow.ts';
import { referenceId } from './records.ts';
import type { planSheets } from './sheets.ts';

/** The type and the name by which the rows of a plan refer to a container. */
export interface PlanContainer {
  readonly type: (typeof planSheets)['allocationProfiles']['columns']['containerType']['allowedValues'][number];
  readonly name: string;
}

export interface FilledHoldings {
  readonly tranches: readonly FilledRow[];
  /** The containers that exist once the plan is imported into an empty firm, by id. */
  readonly containers: ReadonlyMap<string, PlanContainer>;
}

type HoldingRecords = Pick<
  ExistingRecords,
  'fund' | 'coinvestment' | 'investment' | 'fundInvestment' | 'coinvestmentInvestment' | 'tranche'
>;

/**
 * Returns the tranches of the listed investments, and the containers that other rows can refer to. The plan creates a holding for the fund of an
 * investment and for each tranche, so it has no other holdings.
 */
export function filledHoldings(records: HoldingRecords, investments: readonly FilledRow[]): FilledHoldings {
  const containers = new Map<string, PlanContainer>();
  for (const { id, code } of records.fund) containers.set(id, { type: 'Fund', name: String(code) });
  for (const { id, code } of records.coinvestment) containers.set(id, { type: 'Coinvestment', name: String(code) });
  const fundOf = new Map(investments.map(({ code, fund }) => [code, fund]));
  const codes = new Map(records.investment.map(({ id, code }) => [id, textOf(code)]));
  const holdings = new Map<string, { readonly investment: string; readonly holder: PlanContainer }>();
  const addHolding = (record: ExistingRecord, holderField: 'fund' | 'coinvestment') => {
    const investment = codes.get(referenceId(record['investment']) ?? '');
    const holder = containers.get(referenceId(record[holderField]) ?? '');
    if (investment && holder && fundOf.has(investment)) holdings.set(record.id, { investment, holder });
  };
  for (const record of records.fundInvestment) addHolding(record, 'fund');
  for (const record of records.coinvestmentInvestment) addHolding(record, 'coinvestment');
  const nameHolding = (id: string) => {
    const holding = holdings.get(id);
    if (!holding) return undefined;
    const { investment, holder } = holding;
    const name = `${investment}/${holder.name}`;
    containers.set(id, { type: `${holder.type as 'Fund' | 'Coinvestment'} Investment`, name });
    return { ...holding, name };
  };
  for (const [id, { investment, holder }] of holdings) {
    if (holder.type === 'Fund' && fundOf.get(investment) === holder.name) nameHolding(id);
  }
  const tranches = records.tranche.flatMap((tranche): readonly FilledRow[] => {
    const holding = nameHolding(
      referenceId(tranche['fundInvestment']) ?? referenceId(tranche['coinvestmentInvestment']) ?? '',
    );
    const number = textOf(tranche['trancheNumber']);
    if (!holding) return [];
    containers.set(tranche.id, { type: 'Tranche', name: `${holding.name}/${number}` });
    return [
      {
        investment: holding.investment,
        holder: holding.holder.name,
        number,
        name: textOf(tranche['name']),
        investmentDate: textOf(tranche['investmentDate']),
        investedAmount: textOf(tranche['investedAmount']),
      },
    ];
  });
  return { tranches: sortRows(tranches, 'investment', 'holder', 'number'), containers };
}
