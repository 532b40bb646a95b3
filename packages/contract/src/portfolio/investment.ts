import { z } from 'zod';
import { recordSchema, type RowOf, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { amounts, decimal, figure, figureOrNull, id, reference } from '../core/schema.ts';

/** A portfolio company held by funds and coinvestments through tranches. */
export const investmentFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Investment' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Investment' },
  legalName: { kind: 'text', title: 'Legal name', required: true, group: 'Investment' },
  type: { kind: 'reference', target: 'reference:investment-type', title: 'Type', group: 'Investment' },
  status: { kind: 'reference', target: 'reference:investment-status', title: 'Status', group: 'Investment' },
  industries: { kind: 'referenceList', target: 'reference:industry', title: 'Industries', group: 'Investment' },
  sector: { kind: 'reference', target: 'reference:sector', title: 'Sector', group: 'Investment' },
  initialInvestmentDate: { kind: 'date', title: 'Initial investment', group: 'Investment' },
  address: { kind: 'address', title: 'Address', group: 'Address' },
  logo: { kind: 'picture', title: 'Logo', readOnly: true, group: 'Investment' },
  totalFundInvestmentAmount: { kind: 'money', title: 'Total invested', readOnly: true, group: 'Amounts' },
  totalCarryDistributed: { kind: 'money', title: 'Total carry distributed', readOnly: true, group: 'Amounts' },
});

/** The fields of every holding of an investment. */
const part = {
  vintage: reference().nullable(),
  /** As entered; null if it is the sum of the holding's tranches. */
  investedAmount: figureOrNull('money'),
  /** As entered, otherwise the sum of the holding's tranches. */
  totalInvestedAmount: figure('money'),
  totalCarryDistributed: figure('money'),
  canDelete: z.boolean(),
};
/** The fund that holds the investment, with the vintage of that fund. */
const fundInvestment = z.object({
  id: id(),
  fund: reference().extend({
    name: z.string(),
    legalName: z.string().nullable(),
    fundFamily: reference().nullable(),
    /** The fund's vintages to choose from. */
    apiVintages: z.array(reference()),
  }),
  ...part,
});
const coinvestmentInvestment = z.object({
  id: id(),
  coinvestment: reference().extend({ name: z.string(), fund: reference().nullable() }),
  ...part,
});
const investment = recordSchema(investmentFields, {
  fundInvestments: z.array(fundInvestment),
  coinvestmentInvestments: z.array(coinvestmentInvestment),
  /**
   * Different currencies are never added up. If there are several, the totals are null and the amounts are listed here. Blank if there is a single
   * currency.
   */
  investedByCurrency: z.string(),
  carryByCurrency: z.string(),
  investedAmounts: amounts(),
  carryAmounts: amounts(),
  numberOfTranches: z.int(),
  canDelete: z.boolean(),
});

const fundLink = z.strictObject({
  id: id().nullish(),
  fund: reference(),
  vintage: reference().nullish(),
  investedAmount: decimal('money').nullish(),
});
const coinvestmentLink = z.strictObject({
  id: id().nullish(),
  coinvestment: reference(),
  vintage: reference().nullish(),
  investedAmount: decimal('money').nullish(),
});
/** At least one association is required (ASSOCIATION_REQUIRED). */
const saveInvestmentBody = saveSchema(investmentFields, {
  fundInvestments: z.array(fundLink).max(100).default([]),
  coinvestmentInvestments: z.array(coinvestmentLink).max(100).default([]),
});

export const investmentEndpoints = recordEndpoints('investment', {
  path: '/api/carry/investment',
  listPath: '/api/carry/investment/investments',
  fields: investmentFields,
  record: investment,
  body: saveInvestmentBody,
  refusals: ['ASSOCIATION_REQUIRED', 'VINTAGE_OF_OTHER_FUND', 'IN_USE'],
  columns: [
    'code',
    { field: 'investmentName', kind: 'text', title: 'Investment' },
    { field: 'legalName', hidden: true },
    { field: 'holderName', kind: 'text', title: 'Held by' },
    { field: 'type', hidden: true },
    'sector',
    'status',
    'initialInvestmentDate',
    { field: 'totalFundInvestmentAmount', title: 'Invested', total: 'sum', amountsIn: 'investedAmounts' },
    { field: 'totalCarryDistributed', title: 'Carry distributed', total: 'sum', amountsIn: 'carryAmounts' },
  ],
  row: {
    investmentName: z.string(),
    holderName: z.string(),
    investedByCurrency: z.string(),
    carryByCurrency: z.string(),
    investedAmounts: amounts(),
    carryAmounts: amounts(),
  },
  filters: {
    status: z.string().max(50).optional(),
    type: z.string().max(50).optional(),
    /** The all-zero id selects the holdings of coinvestments. */
    fundId: id().optional(),
    coinvestmentId: id().optional(),
  },
});
export type InvestmentRow = RowOf<typeof investmentEndpoints.listInvestments>;
export type Investment = z.output<typeof investment>;
