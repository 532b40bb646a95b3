import {
  addDays,
  type CalendarDate,
  calendarDate,
  type Decimal,
  dayNumber,
  decimal,
  toCents,
} from '@carrara/domain/kernel';
import {
  type CashFlow,
  flowSeries,
  internalRateOfReturn,
  rateOfSeries,
  seriesOfCents,
} from '@carrara/domain/kernel/measures';
import { xirr as webcarrot } from '@webcarrot/xirr';
import { Finance } from 'financejs';
import xirr from 'xirr';
import { printLine, seededRandom, shortestTime, times, title } from './measure.ts';

// The package's types lack this function.
const financejs = new Finance() as Finance & {
  XIRR(amounts: readonly number[], dates: readonly Date[], guess: number): number;
};
const start = calendarDate('2010-01-04');

/** Parses the date like one from the wire or the database, so that it is a flat string and not a concatenation. */
const received = (date: CalendarDate) => JSON.parse(JSON.stringify(date)) as CalendarDate;

/** Returns ten years of a fund: first calls, then distributions, with some flows in the other direction, and the final value. */
function fund(count: number): CashFlow[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, (_, i) => {
    const date: CalendarDate = received(addDays(start, Math.round((i * 3_650) / count)));
    const size = Math.round(1e8 * (0.5 + random())) / 100;
    const called = i < count * 0.4;
    const turned = random() < 0.05;
    const amount: Decimal = decimal(i === count - 1 ? 2e6 : called !== turned ? -size : size * 1.1).toDecimalPlaces(2);
    return { date, amount };
  });
}

title('IRR: all roots, certain, against packages that search one');
for (const count of [10, 101, 1001]) {
  const flows = fund(count);
  const { irr } = internalRateOfReturn(flows)._unsafeUnwrap();
  const days = flows.map(({ date }) => dayNumber(date));
  const cents = flows.map(({ amount }) => Number(toCents(amount)));
  const dated = flows.map(({ date, amount }) => ({ amount: amount.toNumber(), when: new Date(`${date}T00:00:00Z`) }));
  const listed = dated.map(({ amount, when }) => ({ amount, date: when }));
  const plain = dated.map(({ amount }) => amount);
  const whens = dated.map(({ when }) => when);

  const core = shortestTime(() => rateOfSeries(seriesOfCents({ days, cents })));
  const border = shortestTime(() => internalRateOfReturn(flows));
  printLine(
    `${count} flows, ${flowSeries(flows).signChanges} sign changes: core, days and cents`,
    core,
    `rate ${irr.toFixed(12)}`,
  );
  printLine(`${count} flows: from dates and decimals`, border);
  const others: readonly [string, () => unknown][] = [
    ['xirr 1.1.0', () => xirr(dated)],
    ['@webcarrot/xirr 3.0.1', () => webcarrot(listed)],
    ['financejs 4.1.0', () => financejs.XIRR(plain, whens, 0)],
  ];
  for (const [name, run] of others) {
    let answer = '';
    try {
      answer = String(run());
    } catch (error) {
      answer = error instanceof Error ? error.message : String(error);
    }
    const time = shortestTime(() => {
      try {
        return run();
      } catch {
        return undefined;
      }
    });
    printLine(
      `${count} flows: ${name}`,
      time,
      `${times(time, core)} core, ${times(time, border)} border; answers ${answer.slice(0, 24)}`,
    );
  }
}

title('A pool: a million flows of all vehicles over fifteen years, in any order');
{
  const random = seededRandom(7);
  const count = 1_000_000;
  const first = dayNumber(start);
  const days = new Int32Array(count);
  const cents = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const age = Math.floor(random() * 5_475);
    days[i] = first + age;
    cents[i] = Math.round((age < 2_200 ? -1 : 1.3) * random() * 1e8);
  }
  const { irr } = rateOfSeries(seriesOfCents({ days, cents }))._unsafeUnwrap();
  const time = shortestTime(() => rateOfSeries(seriesOfCents({ days, cents })), { rounds: 5 });
  printLine('1,000,000 flows: pooled rate from days and cents', time, `rate ${irr.toFixed(12)}`);
}
