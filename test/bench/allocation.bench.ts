import { allocate as allocateDecimals, allocateCents } from '@carrara/domain/kernel/apportionment';
import { type Decimal, decimal } from '@carrara/domain/kernel';
import { Decimal as Plain } from 'decimal.js';
import { allocate as allocateDinero, dinero, USD } from 'dinero.js';
import { printLine, seededRandom, shortestTime, times, title } from './measure.ts';

/** A plain version with decimal.js for comparison: rounds every share down to the cent, then distributes the rest by the largest fractions. */
function plainLoop(total: string, weights: readonly string[]): Plain[] {
  const sum = weights.reduce((all, weight) => all.plus(weight), new Plain(0));
  const exact = weights.map((weight) => new Plain(total).times(weight).div(sum));
  const parts = exact.map((share) => share.toDecimalPlaces(2, Plain.ROUND_DOWN));
  const rest = parts
    .reduce((remaining, part) => remaining.minus(part), new Plain(total))
    .times(100)
    .toNumber();
  const byFraction = exact
    .map((share, i) => ({ i, fraction: share.minus(parts[i]!) }))
    .sort((a, b) => b.fraction.comparedTo(a.fraction) || a.i - b.i);
  for (const { i } of byFraction.slice(0, rest)) parts[i] = parts[i]!.plus('0.01');
  return parts;
}

title('Allocation: parts that add up to the cent');
for (const count of [10, 100, 1000]) {
  const random = seededRandom(count);
  const small = Array.from({ length: count }, () => Math.round(random() * 1e6));
  const cents = small.map(BigInt);
  const decimals: readonly Decimal[] = small.map((weight) => decimal(weight));
  const texts = small.map(String);
  const amount = decimal('12345678.91');
  const money = dinero({ amount: 1_234_567_891, currency: USD });

  const core = shortestTime(() => allocateCents(1_234_567_891n, cents));
  const border = shortestTime(() => allocateDecimals(amount, decimals));
  printLine(`${count} parts: integer core`, core);
  printLine(`${count} parts: through decimals`, border);
  const dineroTime = shortestTime(() => allocateDinero(money, small));
  printLine(
    `${count} parts: dinero.js 2.0.2`,
    dineroTime,
    `${times(dineroTime, core)} core, ${times(dineroTime, border)} decimals`,
  );
  const loop = shortestTime(() => plainLoop('12345678.91', texts));
  printLine(`${count} parts: loop with decimal.js`, loop, `${times(loop, core)} core, ${times(loop, border)} decimals`);
}
