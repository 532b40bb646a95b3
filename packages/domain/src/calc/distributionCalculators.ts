import { computeDistribution, distributionResultToJson } from '../carry/run/index.ts';
import { computeForecast } from '../carry/forecast/index.ts';
import { computeLedgerRun, ledgerTotals } from '../carry/ledgerRun/index.ts';
import { computeRealization } from '../carry/realization/index.ts';
import { type Decimal, moneyText } from '../kernel/index.ts';
import { plainJson } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import { figuresToJson } from './figuresToJson.ts';
import { date, figure, flag, list, money, choiceReader, optional, record, text } from './reader.ts';

const allocations = list(record({ participantId: text, effective: figure }));
const taxProfiles = list(
  record({
    id: text,
    subjectToCharacterization: flag,
    isInactive: optional(flag),
    rate: optional(figure),
    rates: optional(list(record({ characterizationId: text, rate: figure, isInactive: optional(flag) }))),
  }),
);
const participants = list(
  record({
    id: text,
    status: choiceReader('active', 'terminated'),
    isEscrowExempt: optional(flag),
    defaultEscrow: optional(figure),
    taxProfiles: optional(taxProfiles),
    members: optional(allocations),
    isPartlyVested: optional(flag),
  }),
);
const adjustments = list(
  record({
    sourceId: text,
    participantId: text,
    via: optional(list(text)),
    loanRepayment: optional(money),
    otherAdjustment: optional(money),
    tax: optional(money),
    escrow: optional(money),
  }),
);
const holders = list(record({ id: text, members: optional(allocations) }));
const exampleShares = [
  { participantId: 'ann', effective: '60' },
  { participantId: 'ben', effective: '40' },
];

const distributionInput = {
  defaultEscrow: figure,
  defaultTerminatedEscrow: figure,
  sources: list(
    record({
      id: text,
      netDistributableAmount: money,
      defaultEscrow: optional(figure),
      characterizations: optional(list(record({ id: text, percent: figure }))),
      taxProfiles: optional(taxProfiles),
      allocations,
    }),
  ),
  participants,
  taxProfiles: optional(taxProfiles),
  adjustments: optional(adjustments),
  unallocatedAcknowledged: optional(flag),
};
const forecastInput = {
  sources: list(
    record({
      id: text,
      investedAmount: money,
      multiple: optional(figure),
      gross: optional(money),
      carryAdjustment: optional(money),
      allocations,
    }),
  ),
  participants: optional(holders),
};
const realizationInput = {
  sources: list(record({ id: text, carry: money, allocations })),
  participants: optional(holders),
};

const accounts = list(record({ participantId: text, sourceId: text, via: optional(list(text)), balance: money }));
const ledgerInput = {
  type: choiceReader('OPENING', 'RELEASE', 'CLAWBACK'),
  runDate: date,
  lines: list(
    record({
      participantId: optional(text),
      sourceId: text,
      accrued: optional(money),
      distributed: optional(money),
      escrow: optional(money),
      requestedAmount: optional(money),
    }),
  ),
  escrowAccounts: optional(accounts),
  paid: optional(accounts),
};

export const distributionCalculators = [
  defineCalculator({
    name: 'distribution',
    summary:
      'Compute a distribution: the gross, tax, escrow and net of every participant, including members of entities.',
    example: {
      defaultEscrow: '10',
      defaultTerminatedEscrow: '25',
      sources: [
        {
          id: 'fund',
          netDistributableAmount: '1000.00',
          characterizations: [{ id: 'ltcg', percent: '100' }],
          allocations: exampleShares,
        },
      ],
      participants: [
        {
          id: 'ann',
          status: 'active',
          taxProfiles: [
            { id: 'us', subjectToCharacterization: true, rates: [{ characterizationId: 'ltcg', rate: '20' }] },
          ],
        },
        { id: 'ben', status: 'terminated' },
      ],
      adjustments: [{ sourceId: 'fund', participantId: 'ann', loanRepayment: '50.00' }],
    },
    input: distributionInput,
    rule: (input, explain) =>
      computeDistribution(input, explain).map((computed) => {
        const { warnings: _, ...result } = distributionResultToJson(computed);
        return { result: plainJson(result), warnings: computed.warnings };
      }),
  }),
  defineCalculator({
    name: 'forecast',
    summary: 'Forecast the carry of each source and participant at a multiple or a gross amount.',
    example: { sources: [{ id: 'fund', investedAmount: '1000.00', multiple: '1.5', allocations: exampleShares }] },
    input: forecastInput,
    rule: (input, explain) => computeForecast(input, explain).map((result) => ({ result: figuresToJson(result) })),
  }),
  defineCalculator({
    name: 'realization',
    summary: 'Split the carry of a realization over its participants, source by source.',
    example: { sources: [{ id: 'fund', carry: '1000.00', allocations: exampleShares }] },
    input: realizationInput,
    rule: (input, explain) => computeRealization(input, explain).map((result) => ({ result: figuresToJson(result) })),
  }),
  defineCalculator({
    name: 'ledger-run',
    summary: 'Compute opening balances, an escrow release or a clawback, account by account.',
    example: {
      type: 'RELEASE',
      runDate: '2026-06-30',
      lines: [{ sourceId: 'fund', requestedAmount: '10.00' }],
      escrowAccounts: [{ participantId: 'ann', sourceId: 'fund', balance: '40.00' }],
    },
    input: ledgerInput,
    rule: ({ type, runDate, lines, escrowAccounts = [], paid = [] }, explain) => {
      const direct = <A extends { readonly via?: readonly string[] | undefined }>(account: A) => ({
        ...account,
        via: account.via ?? [],
      });
      const request = {
        type,
        runDate,
        lines: lines.map(({ participantId = null, sourceId, ...amounts }) => ({
          participantId,
          sourceId,
          ...(Object.fromEntries(
            Object.entries<Decimal>(amounts).map(([name, amount]) => [name, moneyText(amount)]),
          ) as Readonly<Partial<Record<keyof typeof amounts, string>>>),
        })),
      };
      return computeLedgerRun(
        request,
        { escrowAccounts: escrowAccounts.map(direct), paid: paid.map(direct) },
        explain,
      ).map((rows) => ({
        result: figuresToJson({ lines: rows, totals: ledgerTotals(rows) }),
      }));
    },
  }),
];
