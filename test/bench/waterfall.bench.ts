import { addDays, calendarDate, decimal } from '@carrara/domain/kernel';
import {
  computeWaterfall,
  openWaterfall,
  answerWaterfallRequest,
  type WaterfallFacts,
  type WaterfallFlow,
  type WaterfallInput,
  type WaterfallRequest,
  type WaterfallResult,
} from '@carrara/domain/performance/waterfall';
import { printLine, seededRandom, shortestTime, title } from './measure.ts';

const PARTNERS = 500;
const INVESTMENTS = 200;
const QUARTERS = 60;
const ENTRIES = 20;

title(
  `Waterfall: ${PARTNERS} partners, ${INVESTMENTS} investments, ${QUARTERS} quarters with ${ENTRIES} entries a quarter (${PARTNERS * QUARTERS * ENTRIES} flows)`,
);
const random = seededRandom(47);
const start = calendarDate('2010-01-04');
const end = calendarDate('2025-01-01');
const commitments = Array.from({ length: PARTNERS }, (_, i) => 1 + ((i * 7919) % 997));
const flows: WaterfallFlow[] = [];
for (let quarter = 0; quarter < QUARTERS; quarter++) {
  for (let entry = 0; entry < ENTRIES; entry++) {
    const date = addDays(start, Math.floor(quarter * 91.25) + entry * 4);
    const isCall = quarter < 24 || entry % 4 === 0;
    const investment = `I${Math.floor(random() * INVESTMENTS)}`;
    const size = Math.floor((isCall ? 1 : 1.1) * (1 + random()) * 1e6);
    for (const [partner, weight] of commitments.entries())
      flows.push({
        date,
        due: null,
        since: null,
        kind: isCall ? 'CONTRIBUTION' : 'DISTRIBUTION',
        partner: `P${partner}`,
        investment,
        amount: decimal(Math.floor((size * weight) / 499)).div(100),
        isFee: false,
        isRecallable: false,
        isEqualizationInterest: false,
        recipient: null,
        cost: null,
        currency: null,
      });
  }
}

const facts: WaterfallFacts = {
  terms: {
    basis: 'WHOLE_FUND',
    returnFirst: null,
    tiers: [
      { kind: 'RETURN_OF_CAPITAL' },
      {
        kind: 'PREFERRED_RETURN',
        rate: decimal(8),
        compounding: 'ANNUAL',
        dayCount: 'ACT/365',
        from: 'CASH_DATE',
        to: 'DISTRIBUTION_DATE',
        base: 'CAPITAL_AND_FEES',
      },
      { kind: 'CATCH_UP', gpShare: decimal(100), target: decimal(20) },
      { kind: 'SPLIT', gpShare: decimal(20), until: null },
    ],
    pools: [],
    recipients: [],
    recallable: { reducesCapital: true, preferredRunsOn: false },
    overrides: [],
    taxDistribution: null,
    escrow: null,
    clawback: { policy: 'FINAL', dates: [], tax: { method: 'NONE', rate: null }, guarantee: 'SEVERAL' },
  },
  flows,
  commitments: [],
  investments: Array.from({ length: INVESTMENTS }, (_, i) => ({
    id: `I${i}`,
    cost: null,
    fairValue: decimal(Math.floor(random() * 1e12)).div(100),
    date: null,
  })),
  currency: null,
};
const liquidation: WaterfallInput = { ...facts, request: { kind: 'LIQUIDATION', date: end } };
const rounds = { warmUpMs: 1, rounds: 5, roundMs: 1 };
const carry = ({ gp }: WaterfallResult) => `carry ${gp.toFixed(2)}`;
printLine(
  'hypothetical liquidation with all history (goal 1 s)',
  shortestTime(() => computeWaterfall(liquidation)._unsafeUnwrap(), rounds),
  carry(computeWaterfall(liquidation)._unsafeUnwrap()),
);
const open = openWaterfall(facts, end)._unsafeUnwrap();
const sale: WaterfallRequest = { kind: 'DISTRIBUTION', date: end, investment: 'I7', amount: decimal(5e9), cost: null };
printLine(
  'proposed distribution of the open fund (goal 200 ms)',
  shortestTime(() => answerWaterfallRequest(open, sale)._unsafeUnwrap(), rounds),
  carry(answerWaterfallRequest(open, sale)._unsafeUnwrap()),
);
