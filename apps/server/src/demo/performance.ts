import { replaceMetrics } from '@carrara/adapters/postgres/portfolio/metric';
import { decimal, err, moneyText, ok } from '@carrara/domain/kernel';
import { by, type Firm, type Happening } from './firm.ts';

/** How much of what was invested has come back, and what the rest is worth, as multiples. */
export type Standing = readonly [realized: string, unrealized: string];

export interface PerformanceFacts {
  readonly day: string;
  readonly asOf: string;
  /** By investment code. */
  readonly standings: Readonly<Record<string, Standing>>;
  /** The general partner's part of every figure, in percent. */
  readonly ownPercent: string;
}

/** The figures of a holding from what it cost: the multiple is what came back and what is left over what was paid in. */
function figuresOf(cost: string, [realized, unrealized]: Standing, ownPercent: string) {
  const paid = decimal(cost);
  const [back, left] = [paid.times(realized), paid.times(unrealized)];
  const amount = (code: string, words: string, total: ReturnType<typeof decimal>) => {
    const whole = decimal(moneyText(total));
    const own = decimal(moneyText(whole.times(ownPercent).dividedBy(100)));
    return {
      transactionTypeCode: code,
      transactionTypeDescription: words,
      totalAmount: moneyText(whole),
      gpAmount: moneyText(own),
      jvAmount: moneyText(whole.minus(own)),
    };
  };
  const multiple = decimal(realized).plus(unrealized).toFixed(2);
  return [
    amount('INV', 'Invested capital', paid),
    amount('REAL', 'Realized proceeds', back),
    amount('UNREAL', 'Unrealized value', left),
    amount('TOTAL', 'Total value', back.plus(left)),
    amount('GAIN', 'Gain', back.plus(left).minus(paid)),
    {
      transactionTypeCode: 'MULT',
      transactionTypeDescription: 'Multiple of invested capital',
      totalAmount: multiple,
      gpAmount: multiple,
      jvAmount: multiple,
    },
  ];
}

/** The financial performance of every investment on a quarter's end, entered in one go. */
export function performance(firm: Firm, { day, asOf, standings, ownPercent }: PerformanceFacts): Happening {
  const { book, plan } = firm;
  return by(firm, day, async ({ tx }) => {
    for (const { code, fund } of plan.investments) {
      const standing = standings[code];
      if (!standing) return err([]);
      const tranches = plan.tranches.filter(
        (row) => row.investment === code && row.holder === fund && (row.investmentDate ?? '') <= asOf,
      );
      const cost = tranches.reduce((sum, row) => sum.plus(row.investedAmount ?? '0'), decimal('0'));
      const of = { containerId: book.id('part', `${code}/${fund}`), metricDate: asOf };
      const given = figuresOf(moneyText(cost), standing, ownPercent);
      const written = await replaceMetrics(tx, { operation: 'saveMetrics', reason: `Quarter end ${asOf}` }, of, given);
      if (written.isErr()) return err([written.error]);
    }
    return ok(undefined);
  });
}
