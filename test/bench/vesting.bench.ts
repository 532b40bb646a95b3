import { addDays, calendarDate, decimal } from '@carrara/domain/kernel';
import { analyzeVesting } from '@carrara/domain/carry/vesting';
import { printLine, seededRandom, shortestTime, title } from './measure.ts';

const ROWS = 100_000;
const TRANCHES = 10;

title(`Vesting: ${ROWS.toLocaleString('en')} rows, ${TRANCHES} tranches for each participant and source`);
const random = seededRandom(5);
const start = calendarDate('2012-01-31');
const schedule = [0, 12, 24, 36, 48].map((month, i) => ({
  start: month,
  end: i === 4 ? null : month + 12,
  vested: decimal(i * 25),
}));
const inputs = Array.from({ length: ROWS / TRANCHES }, () => ({
  carryAmount: decimal(Math.floor(random() * 1e9)).div(100),
  effective: decimal(Math.floor(random() * 1e6)).div(100_000),
  schedule,
  vestingDate: calendarDate('2016-06-30'),
  tranches: Array.from({ length: TRANCHES }, (_, i) => ({
    number: String(i + 1),
    investmentDate: addDays(start, Math.floor(random() * 2_000)),
    investedAmount: decimal(1 + Math.floor(random() * 1e8)).div(100),
  })),
}));
const all = shortestTime(() => inputs.map((input) => analyzeVesting(input)._unsafeUnwrap()), {
  warmUpMs: 1_000,
  rounds: 5,
  roundMs: 1,
});
printLine('analysis with all figures as decimals', all, `${((all * 1000) / ROWS).toFixed(2)} µs a row`);
