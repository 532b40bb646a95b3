import { defineFormula } from '@carrara/domain/kernel';

const source = 'docs/calculations/vehicle-ledger.md';

/** A suffix for a fund's figures that says which commitments they include. */
export const feePayersSuffix = ', for the fee-paying limited partners';

/** A sum over entries, values or commitment changes, which are listed below it. */
export const sumOfLedgerFormula = (id: string, text: string) =>
  defineFormula({ id: `performance.${id}`, text, inputs: { counted: 'count' }, result: 'money', source });

export const commitmentFormula = sumOfLedgerFormula(
  'commitment',
  'commitment = closes + increases + transfers in - transfers out - releases',
);
export const cashSinceFormula = sumOfLedgerFormula(
  'cashSince',
  'cash since = cash paid in - cash received, after the date of the reported NAV',
);
/** The formula of a sum that includes cash passed by transfers between partners. */
export const ownAndPassedFormula = defineFormula({
  id: 'performance.ownAndPassed',
  text: 'own cash + cash history passed with transfers between partners, which is negative for the seller',
  inputs: { own: 'money', passed: 'money' },
  result: 'money',
  source,
});
/** Notes on which of the two a sum counts. A manager and an investor can count different ones, and then report different multiples. */
export const historyNote =
  'Counts the earlier calls and distributions of the part transferred between partners, not its price. Figures that count the price differ.';
export const priceNote =
  'Counts the price of the part transferred between partners, not its earlier calls and distributions. Figures that count these, as a manager’s usually do, differ.';
/** The same if the price of a transfer counts instead of its history. */
export const ownAndPriceFormula = defineFormula({
  id: 'performance.ownAndPrice',
  text: 'own cash + prices of transfers between partners, paid by the buyer and received by the seller',
  inputs: { own: 'money', price: 'money' },
  result: 'money',
  source,
});
export const contributionsFormula = defineFormula({
  id: 'performance.contributions',
  text: 'contributions = called - returned excess',
  inputs: { called: 'money', excess: 'money' },
  result: 'money',
  source,
});
export const distributionsFormula = defineFormula({
  id: 'performance.distributions',
  text: 'distributions = permanent + recallable',
  inputs: { permanent: 'money', recallable: 'money' },
  result: 'money',
  source,
});
export const unfundedFormula = defineFormula({
  id: 'performance.unfunded',
  text: 'unfunded = commitment - calls inside the commitment + recallable distributions + returned excess',
  inputs: { commitment: 'money', byEntries: 'money' },
  result: 'money',
  source,
});
/** An amount of an investor over funds whose ledgers have it and funds for which others reported it. */
export const sumOfKindsFormula = defineFormula({
  id: 'performance.sumOfKinds',
  text: 'funds with a ledger + reported funds',
  inputs: { ledgers: 'money', reports: 'money' },
  result: 'money',
  source,
});
export const navBeforeCarryFormula = defineFormula({
  id: 'performance.navBeforeCarry',
  text: 'NAV before carry = NAV - carry owed, which is negative for partners who bear it',
  inputs: { nav: 'money', carryOwed: 'money' },
  result: 'money',
  source: 'ILPA Reporting Template 2025, rows 95, 103, 104',
});
export const unrealizedFormula = defineFormula({
  id: 'performance.unrealized',
  text: 'unrealized gain = the sum of the shares in each holding’s gain',
  inputs: { holding: 'money' },
  result: 'money',
  source,
});
export const unrealizedShareFormula = defineFormula({
  id: 'performance.unrealizedShare',
  text: 'share = share at the last change of commitments + part of the gain since then, by commitment',
  inputs: { shareThen: 'money', gain: 'money', gainThen: 'money', commitment: 'money', allCommitments: 'money' },
  result: 'money',
  rounding: 'to cents; remainders by investor code, so that the shares add up to the gain',
  source,
});
export const unrealizedOfSomeFormula = defineFormula({
  id: 'performance.unrealizedOfSome',
  text: 'the sum of the included commitments’ shares in the holding’s gain',
  inputs: { gain: 'money', share: 'money' },
  result: 'money',
  source,
});
export const gainFormula = defineFormula({
  id: 'performance.gain',
  text: 'unrealized gain = fair value - remaining cost',
  inputs: { fairValue: 'money', cost: 'money' },
  result: 'money',
  source,
});
export const sumOfSecuritiesFormula = defineFormula({
  id: 'performance.sumOfSecurities',
  text: 'the sum of the securities',
  inputs: { security: 'money' },
  result: 'money',
  source,
});
export const remainingCostFormula = sumOfLedgerFormula(
  'remainingCost',
  'remaining cost = purchases - cost relieved by sales',
);
export const fairValueFormula = sumOfLedgerFormula(
  'fairValue',
  'fair value = last valuation + later purchases - the part sold since, in proportion to the remaining cost; cost before the first valuation',
);

const rate = {
  result: 'rate',
  source: 'GIPS 2020, 5.A.1',
} as const;
const equation =
  'the annual rate at which the dated cash flows and the ending value discount to zero (XIRR, actual/365); periods under one year are not annualized';
export const netIrrFormula = defineFormula({
  id: 'performance.netIrr',
  text: `net IRR = ${equation}. Cash and NAV are after carry`,
  inputs: { paidIn: 'money', received: 'money', nav: 'money', firstDay: 'date', lastDay: 'date', days: 'days' },
  ...rate,
});
export const grossIrrFormula = defineFormula({
  id: 'performance.grossIrr',
  text: `gross IRR = ${equation}. The cash flows are purchases, sales and income of the holdings`,
  inputs: { paid: 'money', received: 'money', fairValue: 'money', firstDay: 'date', lastDay: 'date', days: 'days' },
  ...rate,
});
export const grossMoicFormula = defineFormula({
  id: 'performance.grossMoic',
  text: 'gross MOIC = (proceeds + income + fair value) / invested',
  inputs: { proceeds: 'money', income: 'money', fairValue: 'money', invested: 'money' },
  result: 'multiple',
  source: 'docs/calculations/multiples.md',
});
export const convertedFormula = defineFormula({
  id: 'performance.converted',
  text: 'displayed = amount x rate of the quarter end',
  inputs: { amount: 'money', rate: 'rate', date: 'date' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/fx.md',
});

export const convertedGainFormula = defineFormula({
  id: 'performance.convertedGain',
  text: 'unrealized gain = fair value - remaining cost, each converted at the rate of the quarter end',
  inputs: { fairValue: 'money', cost: 'money', rate: 'rate', date: 'date' },
  result: 'money',
  source: 'docs/calculations/fx.md',
});

export const horizonFormula = defineFormula({
  id: 'performance.horizon',
  text: `net IRR of the period = ${equation}. The opening NAV counts as paid in, the closing NAV as received`,
  inputs: {
    opening: 'money',
    paidIn: 'money',
    received: 'money',
    closing: 'money',
    firstDay: 'date',
    lastDay: 'date',
    days: 'days',
  },
  ...rate,
});
export const lineIrrFormula = defineFormula({
  id: 'performance.lineIrr',
  text: `net IRR without the line = ${equation}. A draw counts as a call, a repayment as a distribution; the balance owed is added to the NAV, and the line's costs drop out`,
  inputs: { paidIn: 'money', received: 'money', value: 'money', firstDay: 'date', lastDay: 'date', days: 'days' },
  ...rate,
});
const lineSource = { result: 'money', source: 'docs/calculations/subscription-line.md' } as const;
export const lineValueFormula = defineFormula({
  id: 'performance.lineValue',
  text: 'value without the line = NAV + balance owed on the line + its accrued interest',
  inputs: { nav: 'money', owed: 'money', accrued: 'money' },
  ...lineSource,
});
export const linePaidInFormula = defineFormula({
  id: 'performance.linePaidIn',
  text: 'paid in without the line = paid in - amounts called for its costs + draws - repayments',
  inputs: { paidIn: 'money', costs: 'money', owed: 'money' },
  ...lineSource,
});
