/** A fund without preferred return, exit by exit. Quarters are numbered from the first call. */
interface PublishedLedger {
  readonly name: string;
  readonly source: string;
  readonly rows: readonly {
    readonly quarter: number;
    readonly call?: string;
    readonly proceeds?: string;
    readonly capital?: string;
    readonly lp?: string;
    readonly gp?: string;
    readonly unreturned: string;
  }[];
  readonly lp: string;
  readonly gp: string;
}

export const publishedLedgers: readonly PublishedLedger[] = [
  {
    name: 'ledger-L02-carry-on-profits',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '1000000.00', unreturned: '1000000.00' },
      {
        quarter: 4,
        proceeds: '2000000.00',
        capital: '1000000.00',
        lp: '800000.00',
        gp: '200000.00',
        unreturned: '0.00',
      },
    ],
    lp: '1800000.00',
    gp: '200000.00',
  },
  {
    name: 'ledger-L03-multiple-exits',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '500000.00', unreturned: '500000.00' },
      { quarter: 2, call: '500000.00', unreturned: '1000000.00' },
      { quarter: 4, proceeds: '800000.00', capital: '800000.00', lp: '0.00', gp: '0.00', unreturned: '200000.00' },
      {
        quarter: 8,
        proceeds: '1500000.00',
        capital: '200000.00',
        lp: '1040000.00',
        gp: '260000.00',
        unreturned: '0.00',
      },
    ],
    lp: '2040000.00',
    gp: '260000.00',
  },
  {
    name: 'ledger-L05-loss-no-carry',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '1000000.00', unreturned: '1000000.00' },
      { quarter: 4, proceeds: '800000.00', capital: '800000.00', lp: '0.00', gp: '0.00', unreturned: '200000.00' },
    ],
    lp: '800000.00',
    gp: '0.00',
  },
  {
    name: 'ledger-L06',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '1000000.00', unreturned: '1000000.00' },
      { quarter: 4, proceeds: '300000.00', capital: '300000.00', lp: '0.00', gp: '0.00', unreturned: '700000.00' },
      { quarter: 8, proceeds: '800000.00', capital: '700000.00', lp: '80000.00', gp: '20000.00', unreturned: '0.00' },
    ],
    lp: '1080000.00',
    gp: '20000.00',
  },
  {
    name: 'ledger-L13-early-winner-late-loss',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '500000.00', unreturned: '500000.00' },
      { quarter: 2, call: '500000.00', unreturned: '1000000.00' },
      {
        quarter: 4,
        proceeds: '1500000.00',
        capital: '1000000.00',
        lp: '400000.00',
        gp: '100000.00',
        unreturned: '0.00',
      },
      { quarter: 8, proceeds: '0.00', capital: '0.00', lp: '0.00', gp: '0.00', unreturned: '0.00' },
    ],
    lp: '1400000.00',
    gp: '100000.00',
  },
  {
    name: 'ledger-L14-production',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '2500000.00', unreturned: '2500000.00' },
      { quarter: 4, call: '2500000.00', unreturned: '5000000.00' },
      { quarter: 8, call: '2500000.00', unreturned: '7500000.00' },
      { quarter: 12, call: '2500000.00', unreturned: '10000000.00' },
      { quarter: 16, proceeds: '3000000.00', capital: '3000000.00', lp: '0.00', gp: '0.00', unreturned: '7000000.00' },
      {
        quarter: 20,
        proceeds: '8000000.00',
        capital: '7000000.00',
        lp: '800000.00',
        gp: '200000.00',
        unreturned: '0.00',
      },
      { quarter: 24, proceeds: '2000000.00', capital: '0.00', lp: '1600000.00', gp: '400000.00', unreturned: '0.00' },
    ],
    lp: '12400000.00',
    gp: '600000.00',
  },
  {
    name: 'ledger-corrected-04-call-after-profit',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '100.00', unreturned: '100.00' },
      { quarter: 2, proceeds: '200.00', capital: '100.00', lp: '80.00', gp: '20.00', unreturned: '0.00' },
      { quarter: 3, call: '100.00', unreturned: '100.00' },
      { quarter: 4, proceeds: '100.00', capital: '100.00', lp: '0.00', gp: '0.00', unreturned: '0.00' },
    ],
    lp: '280.00',
    gp: '20.00',
  },
  {
    name: 'ledger-corrected-05-call-after-last-exit',
    source:
      'nikhillinit/Updog_restore docs/waterfall-ledger.truth-cases.json, waterfall-corrected-capital-account.truth-cases.json (commit 6105980f)',
    rows: [
      { quarter: 1, call: '100.00', unreturned: '100.00' },
      { quarter: 2, proceeds: '100.00', capital: '100.00', lp: '0.00', gp: '0.00', unreturned: '0.00' },
      { quarter: 3, call: '50.00', unreturned: '50.00' },
    ],
    lp: '100.00',
    gp: '0.00',
  },
];
