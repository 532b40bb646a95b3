/** Published clawbacks and their results, as inputs of `carrara calc waterfall`. Each case names its source. */
interface PublishedClawback {
  readonly name: string;
  readonly source: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, string>>;
}

/** The excess of one constructed case follows the tiers: with the preferred return unpaid, no carry is due. Its source takes 20% of profit (3.00). */
export const publishedClawbacks: readonly PublishedClawback[] = [
  {
    name: 'clawback-american-two-deals',
    source: 'open Python performance library with european_waterfall, american_waterfall, gp_clawback',
    input: {
      terms: {
        basis: 'DEAL_BY_DEAL',
        tiers: [{ kind: 'RETURN_OF_CAPITAL' }, { kind: 'SPLIT', gpShare: '20' }],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', investment: 'A', amount: '-100.00' },
        { date: '2021-01-01', investment: 'B', amount: '-100.00' },
        { date: '2022-01-01', investment: 'A', amount: '220.00' },
        { date: '2022-01-01', investment: 'A', amount: '30.00', to: 'GP' },
        { date: '2023-01-01', investment: 'B', amount: '20.00' },
      ],
      clawback: { date: '2023-01-01' },
    },
    expected: { received: '30.00', entitled: '14.00', due: '16.00' },
  },
  {
    name: 'clawback-none-for-one-deal',
    source: 'open Python performance library with european_waterfall, american_waterfall, gp_clawback',
    input: {
      terms: {
        basis: 'DEAL_BY_DEAL',
        tiers: [{ kind: 'RETURN_OF_CAPITAL' }, { kind: 'SPLIT', gpShare: '20' }],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', investment: 'A', amount: '-100.00' },
        { date: '2022-01-01', investment: 'A', amount: '140.00' },
        { date: '2022-01-01', investment: 'A', amount: '10.00', to: 'GP' },
      ],
      clawback: { date: '2022-01-01' },
    },
    expected: { received: '10.00', entitled: '10.00', due: '0.00' },
  },
  {
    name: 'constructed-whole-life-excess-carry',
    source: 'two-test clawback of ILPA Principles 3.0, page 11; arithmetic only, no published result',
    input: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2022-01-01', amount: '140.00' },
        { date: '2022-01-01', amount: '20.00', to: 'GP' },
      ],
      clawback: { date: '2022-01-01' },
    },
    expected: { cumulativeProfit: '60.00', excessCarry: '8.00', lpShortfall: '0.00', gross: '8.00', due: '8.00' },
  },
  {
    name: 'constructed-no-clawback',
    source: 'two-test clawback of ILPA Principles 3.0, page 11; arithmetic only, no published result',
    input: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2022-01-01', amount: '180.00' },
        { date: '2022-01-01', amount: '20.00', to: 'GP' },
      ],
      clawback: { date: '2022-01-01' },
    },
    expected: { cumulativeProfit: '100.00', excessCarry: '0.00', lpShortfall: '0.00', gross: '0.00', due: '0.00' },
  },
  {
    name: 'constructed-excess-over-20pct',
    source: 'two-test clawback of ILPA Principles 3.0, page 11; arithmetic only, no published result',
    input: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2022-01-01', amount: '110.00' },
        { date: '2022-01-01', amount: '20.00', to: 'GP' },
      ],
      clawback: { date: '2022-01-01' },
    },
    expected: { cumulativeProfit: '30.00', excessCarry: '14.00', lpShortfall: '0.00', gross: '14.00', due: '14.00' },
  },
  {
    name: 'constructed-pref-shortfall-binds',
    source: 'two-test clawback of ILPA Principles 3.0, page 11; arithmetic only, no published result',
    input: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'PREFERRED_RETURN', rate: '8', compounding: 'SIMPLE', dayCount: 'ACT/365' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2025-12-31', amount: '125.00' },
        { date: '2025-12-31', amount: '10.00', to: 'GP' },
      ],
      clawback: { date: '2025-12-31' },
    },
    expected: { cumulativeProfit: '35.00', excessCarry: '10.00', lpShortfall: '15.00', gross: '10.00', due: '10.00' },
  },
  {
    name: 'constructed-after-tax-cap-binds',
    source: 'two-test clawback of ILPA Principles 3.0, page 11; arithmetic only, no published result',
    input: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'CAP', rate: '45' } },
      },
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2022-01-01', amount: '95.00' },
        { date: '2022-01-01', amount: '20.00', to: 'GP' },
      ],
      clawback: { date: '2022-01-01' },
    },
    expected: {
      cumulativeProfit: '15.00',
      excessCarry: '17.00',
      lpShortfall: '5.00',
      gross: '17.00',
      due: '11.00',
      cap: '11.00',
    },
  },
  {
    name: 'constructed-fund-loss-all-carry-back',
    source: 'two-test clawback of ILPA Principles 3.0, page 11; arithmetic only, no published result',
    input: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2022-01-01', amount: '85.00' },
        { date: '2022-01-01', amount: '8.00', to: 'GP' },
      ],
      clawback: { date: '2022-01-01' },
    },
    expected: { cumulativeProfit: '-7.00', excessCarry: '8.00', lpShortfall: '15.00', gross: '8.00', due: '8.00' },
  },
];
