import { reportingTemplateWorkbook } from '@carrara/adapters/spreadsheet/reportingTemplate';
import { addDays, addMonths, calendarDate, decimal } from '@carrara/domain/kernel';
import { marketEquivalents, publicMarketEquivalent } from '@carrara/domain/kernel/measures';
import {
  type BookedAmount,
  runTieOuts,
  buildStatement,
  templateRow,
  templateRowNumbers,
} from '@carrara/domain/performance/capitalAccount';
import { printLine, seededRandom, shortestTime, title } from './measure.ts';

const random = seededRandom(7);
const cents = (size: number) => decimal(Math.round(size * random())).div(100);
const start = calendarDate('2010-01-04');

title('Public market equivalents of one fund');
{
  const days = 15 * 365;
  const index = Array.from({ length: days }, (_, i) => ({
    date: addDays(start, i),
    value: decimal(100 + Math.round(i * 4 * random())).div(1),
  }));
  const flows = Array.from({ length: 120 }, (_, i) => ({
    date: addDays(start, i * 45),
    amount: i < 50 ? cents(1e8).negated() : cents(1.5e8),
  }));
  const asOf = addDays(start, days - 1);
  const navs = flows.map(({ date }) => ({ date, value: cents(2e9) }));
  const input = { flows, index, navs, nav: decimal(1_000_000), asOf };
  const time = shortestTime(() => {
    publicMarketEquivalent(input);
    marketEquivalents(input);
  });
  printLine('all five over 15 years of daily index, 120 flows', time);
}

title('Capital accounts');
{
  const rows = templateRowNumbers.filter((row) => {
    const rule = templateRow(row);
    return !rule?.heading && rule?.formula === undefined && rule?.opens === undefined && row !== 108;
  });
  const quarters = Array.from({ length: 40 }, (_, i) => addDays(addMonths(calendarDate('2015-04-01'), 3 * i), -1));
  const amounts = (): BookedAmount[] =>
    quarters.flatMap((booked) =>
      Array.from({ length: 20 }, (_, i) => ({ booked, row: rows[(i * 7) % rows.length]!, amount: cents(1e7) })),
    );
  const partners = Array.from({ length: 200 }, (_, i) => ({
    id: String(i),
    isGp: i === 0,
    amounts: amounts(),
    commitments: [{ booked: quarters[0]!, row: 113, amount: decimal(1_000_000) }],
  }));
  const dates = { quarterFrom: quarters.at(-2)!, yearFrom: quarters.at(-5)!, end: quarters.at(-1)! };
  const statement = buildStatement(partners, dates);
  printLine(
    'statement of 200 partners, 160,000 amounts',
    shortestTime(() => buildStatement(partners, dates), { rounds: 4 }),
  );
  const facts = {
    partners: partners.map(({ id, isGp }) => ({
      id,
      name: id,
      isGp,
      account: statement.partners.get(id)!,
      sentAccount: null,
      navByBalance: decimal(0),
      unfundedByBalance: decimal(0),
      commitment: decimal(0),
      closedQuarter: null,
      closedYear: null,
    })),
    fund: statement.fund,
    balance: { fairValue: decimal(0), cash: decimal(0), unsettled: decimal(0), line: decimal(0) },
    portfolio: [],
    notices: [],
    carryPaid: [],
    reported: [],
    transfers: [],
    transferredCommitments: [],
    transferSides: [],
    proposedCarry: [],
  };
  printLine(
    'its tie-outs',
    shortestTime(() => runTieOuts(facts), { rounds: 4 }),
  );
  const began = performance.now();
  for (let i = 0; i < 200; i++) {
    await reportingTemplateWorkbook({
      fund: 'Fund',
      investor: `LP #${i}`,
      currency: 'USD',
      dates: [],
      accounts: { LP: statement.partners.get(String(i))!, Fund: statement.fund, GP: statement.gp },
      footnotes: [],
    });
  }
  const memory = Math.round(process.memoryUsage().rss / 1_048_576);
  printLine('200 workbooks of the Reporting Template, one by one', performance.now() - began, `${memory} MB in all`);
}
