import { err, ok } from '@carrara/domain/kernel';
import type { Firm, Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';

/** Dollar rates of the euro and the pound at the end of each quarter. */
const quarters: Readonly<Record<number, readonly (readonly [euro: string, pound: string])[]>> = {
  2016: [
    ['1.1378', '1.4360'],
    ['1.1106', '1.3311'],
    ['1.1238', '1.2972'],
    ['1.0517', '1.2340'],
  ],
  2017: [
    ['1.0652', '1.2550'],
    ['1.1426', '1.3025'],
    ['1.1814', '1.3398'],
    ['1.2005', '1.3513'],
  ],
  2018: [
    ['1.2324', '1.4015'],
    ['1.1684', '1.3207'],
    ['1.1604', '1.3031'],
    ['1.1467', '1.2754'],
  ],
  2019: [
    ['1.1218', '1.3035'],
    ['1.1373', '1.2696'],
    ['1.0899', '1.2289'],
    ['1.1213', '1.3257'],
  ],
  2020: [
    ['1.1031', '1.2420'],
    ['1.1234', '1.2401'],
    ['1.1721', '1.2920'],
    ['1.2216', '1.3670'],
  ],
  2021: [
    ['1.1730', '1.3783'],
    ['1.1858', '1.3831'],
    ['1.1580', '1.3474'],
    ['1.1370', '1.3532'],
  ],
  2022: [
    ['1.1067', '1.3138'],
    ['1.0484', '1.2178'],
    ['0.9802', '1.1170'],
    ['1.0705', '1.2083'],
  ],
  2023: [
    ['1.0839', '1.2337'],
    ['1.0909', '1.2703'],
    ['1.0573', '1.2199'],
    ['1.1039', '1.2731'],
  ],
  2024: [
    ['1.0790', '1.2623'],
    ['1.0713', '1.2645'],
    ['1.1135', '1.3375'],
    ['1.0354', '1.2516'],
  ],
  2025: [
    ['1.0816', '1.2918'],
    ['1.1787', '1.3732'],
    ['1.1734', '1.3446'],
    ['1.1746', '1.3475'],
  ],
  2026: [
    ['1.1682', '1.3390'],
    ['1.1725', '1.3440'],
    ['1.1790', '1.3510'],
  ],
};
const quarterEnds = ['03-31', '06-30', '09-30', '12-31'];

/**
 * Returns the rates of a year with the product, entered after the year. Those of the current year are entered after its
 * last quarter.
 */
function ratesOf(year: number) {
  return (quarters[year] ?? []).flatMap((rates, quarter) =>
    (['EUR', 'GBP'] as const).map((code, at) => ({
      sourceCurrencyCode: code,
      destinationCurrencyCode: 'USD',
      effectiveDate: `${year}-${quarterEnds[quarter]}`,
      rate: rates[at] ?? '',
    })),
  );
}

/** Plays the currency pairs of a firm, and their rates at each quarter end since it opened. */
export function rates(firm: Firm, administrator: DemoPersonKey): Happening[] {
  const { operations, opened } = firm;
  const does = (day: string, act: Happening['act']): Happening => ({ day, who: administrator, act });
  const pairs = does(opened, async (context) => {
    for (const [displayOrder, sourceCurrencyCode] of ['EUR', 'GBP'].entries()) {
      const body = { sourceCurrencyCode, destinationCurrencyCode: 'USD', displayOrder, isInactive: false };
      const saved = await operations.fx.saveCurrencyPair(context, { body });
      if (saved.isErr()) return err(saved.error);
    }
    return ok(undefined);
  });
  const years = Object.keys(quarters)
    .map(Number)
    .filter((year) => year >= Number(opened.slice(0, 4)));
  const entered = years.map((year) =>
    does(year === years.at(-1) ? `${year}-10-05` : `${year + 1}-01-05`, (context) =>
      operations.fx.saveExchangeRates(context, { body: { rates: ratesOf(year) } }),
    ),
  );
  return [pairs, ...entered];
}
