import type { MappedType } from '@carrara/contract/core/fileTypes';

/** Completed examples of the kinds of files, with the product's headings. */
const samples: Readonly<Record<MappedType, string>> = {
  'exchange-rates': `Date,From,To,Rate
2026-06-30,EUR,USD,1.0842
2026-06-30,GBP,USD,1.2710
`,
  'opening-balances': `As of,Participant,Source,Accrued,Distributed,Escrow held
2025-12-31,E-101,FUND-I,250000.00,100000.00,10000.00
2025-12-31,E-102,FUND-I,120000.00,,
`,
  commitments: `External id,Vehicle,Investor,Kind,Date,Amount,Pays fee,Pays carry,Investment,Description
C-1,FUND-I,LP-A,Close,2024-01-15,60000000.00,yes,yes,,First close
C-2,FUND-I,LP-B,Close,2024-01-15,40000000.00,yes,yes,,First close
C-3,FUND-I,LP-A,Increase,2024-06-28,5000000.00,,,,Final close
C-4,FUND-I,LP-B,Excused from a holding,2024-07-01,,,,STEEL,Side letter 4.2
`,
  ledger: `External id,Vehicle,Type,Date,Amount,Investor,Notice total,Investment,Security,Security class,Cost relieved,Recallable,Settled on,Description
L-1,FUND-I,CALL-INV,2024-02-15,10000000.00,,,,,,,,2024-02-15,Call 1: split over all commitments
L-2,FUND-I,CALL-FEE,2024-02-15,150000.00,LP-A,250000.00,,,,,,2024-02-15,Call 1: entered investor by investor
L-2,FUND-I,CALL-FEE,2024-02-15,100000.00,LP-B,250000.00,,,,,,2024-02-15,Call 1: entered investor by investor
L-3,FUND-I,BUY,2024-02-20,9500000.00,,,STEEL,Common shares,Equity,,,2024-02-20,
L-4,FUND-I,FEE,2024-03-31,250000.00,,,,,,,,2024-03-31,
L-5,FUND-I,SELL,2024-11-29,3000000.00,,,STEEL,Common shares,,1900000.00,,2024-12-02,
L-6,FUND-I,DIST-GAIN,2024-12-10,1100000.00,,,,,,,no,2024-12-10,
`,
  valuations: `Vehicle,Investment,Security,Date,Fair value,Description
FUND-I,STEEL,Common shares,2024-03-31,9500000.00,At cost
FUND-I,STEEL,Common shares,2024-06-30,10250000.00,
FUND-I,STEEL,Common shares,2024-12-31,8900000.00,After the sale of a fifth
`,
  reported: `Vehicle,Investor,Date,NAV,Commitment,Contributions,Distributions,Unfunded,Net IRR,TVPI,Description
FUND-I,,2024-12-31,98500000.00,105000000.00,95000000.00,11000000.00,10000000.00,13.4,1.1526,Report of the manager
FUND-I,LP-A,2024-12-31,60995238.10,65000000.00,,,,,,Statement of the capital account
`,
  index: `Index,Date,Level,Name,Provider,Currency
WORLD,2024-01-02,3148.7601,World equities,Index House,EUR
WORLD,2024-01-03,3121.44,,,
WORLD,2024-01-04,3125.09,,,
`,
  benchmark: `Benchmark,Provider,Vintage year,Strategy,As of,"IRR, upper quartile","IRR, median","IRR, lower quartile","Multiple, upper quartile","Multiple, median","Multiple, lower quartile",Funds
Global buyout 2019,Benchmark House,2019,,2024-12-31,21.4,14.2,7.9,1.92,1.55,1.24,84
Global buyout 2019,,,,2025-03-31,20.8,13.9,7.6,1.95,1.57,1.25,86
`,
  'portfolio-metrics': `Investment,Vehicle,Quarter,LTM date,"LTM revenue, at entry","LTM revenue, now","LTM EBITDA, at entry","LTM EBITDA, now","Net debt, now","Fully diluted equity, now"
STEEL,FUND-I,2024-12-31,2024-12-31,100000000.00,120000000.00,20000000.00,30000000.00,50000000.00,62.5
`,
  employees: `Code,First name,Last name,E-mail,Hire date,Business title,Title,Office,Department,Manager
E-100,Nora,Lead,nora.lead@firm.example,2015-01-05,Head of Finance,,,Finance,
E-101,Pia,Pay,pia.pay@firm.example,2020-03-16,Controller,,,Finance,E-100
`,
  compensation: `Kind,Employee,Date,Amount,Currency,Frequency,Hours a week,FTE %,Pay type,Performance year,Vest date,Percent,Pay date,Reason
Salary,E-101,2026-01-01,120000.00,USD,Annual,,100,,,,,,Annual review
Award,E-101,2026-02-15,50000.00,USD,,,,Annual bonus,2025,,,2026-03-01,
Deferred award,E-101,2026-03-01,30000.00,USD,,,,,,2027-03-01,50,2027-03-15,
Deferred award,E-101,2026-03-01,30000.00,USD,,,,,,2028-03-01,50,2028-03-15,
`,
  'payroll-actuals': `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency
E-101,Payday,2026-01-01,2026-01-31,2026-01-30,Salary,10000.00,USD
E-101,Payday,2026-01-01,2026-01-31,2026-01-30,Annual bonus,50000.00,USD
pia.pay@firm.example,Payday,2026-01-01,2026-01-31,2026-01-30,Salary,8000.00,GBP
`,
};

export const findSample = (type: MappedType): string => samples[type];
