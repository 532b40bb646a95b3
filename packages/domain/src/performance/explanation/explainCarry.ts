import { type CalendarDate, type Decimal, figure, firstFailure, zero } from '@carrara/domain/kernel';
import { carryOfAccount } from '../analysis/index.ts';
import type { EnteredCarryTerms } from '../carryTerms/index.ts';
import { requireCapital } from '../period/index.ts';
import type { Book } from './book.ts';
import { countedAmount, countedCash } from './countedCash.ts';
import { type ExplainedCapital, explainCapital } from './explainCapital.ts';
import { total } from './explainHoldings.ts';
import { sumOfLedgerFormula } from './formulas.ts';
import { whyNot } from './remedies.ts';
import { countedDay, type CountedFact, sumAmounts, type StepRecorder, withOppositeSign } from './performanceStep.ts';

const names = {
  balance: 'Balance at the hurdle',
  due: 'Due to the investors before carry',
  profit: 'Profit',
  earned: 'Carry entitlement',
  accrued: 'Carry accrued, by terms',
  exposure: 'Clawback exposure',
} as const;

/** Records the steps of a vehicle's carry position, for the commitments that pay carry, at `['carry', ...]`. */
export function explainCarry(
  steps: StepRecorder,
  book: Book,
  terms: EnteredCarryTerms | null,
  how: ExplainedCapital,
): void {
  const part = { book, ids: new Set(book.states.filter(({ paysCarry }) => paysCarry).map(({ id }) => id)) };
  explainCapital(steps, 'carriers', [part], {
    ...how,
    isMeasured: false,
    owner: ', for the commitments that pay carry',
  });
  const cash = countedCash(part);
  const byDay = new Map<CalendarDate, readonly CountedFact[]>();
  for (const fact of cash) byDay.set(countedDay(fact), [...(byDay.get(countedDay(fact)) ?? []), fact]);
  const days = [...byDay].map(([date, facts]) => ({ date, facts, amount: total(facts) }));
  const contributed = days.filter(({ amount }) => amount.lt(0)).flatMap(({ facts }) => facts.map(withOppositeSign));
  const received = days.filter(({ amount }) => amount.gt(0)).flatMap(({ facts }) => facts);
  const sums = [
    ['contributions', 'Paid in', 'amounts paid in on days with more paid in than received', contributed],
    ['distributions', 'Received', 'amounts received on days with more received than paid in', received],
  ] as const;
  for (const [name, title, text, facts] of sums)
    steps.step(['carry', name], sumOfLedgerFormula(`carry.${name}`, text), { counted: facts.length }, total(facts), {
      name: title,
      facts,
    });
  const nav = countedAmount(part);
  const ofPart = (valueOf: (id: string) => Decimal) => sumAmounts([...part.ids].map(valueOf));
  const isDetermined = [...part.ids].every((id) => !requireCapital(book.capital, id).unreported.has('operations'));
  const carryPaid = isDetermined ? ofPart((id) => requireCapital(book.capital, id).carryPaid) : null;
  const carryOwed = ofPart((id) => requireCapital(book.capital, id).carryOwed);
  const navBeforeCarry = isDetermined && nav ? nav.minus(carryOwed) : null;
  const links = {
    contributions: ['carry', 'contributions'],
    distributions: ['carry', 'distributions'],
    carryPaid: ['carriers', 'carryPaid'],
    navBeforeCarry: ['carriers', 'navBeforeCarry'],
  };
  const account = {
    flows: days.map(({ date, amount }) => ({ date, amount })),
    navBeforeCarry: isDetermined ? (navBeforeCarry ?? zero) : null,
    carryPaid,
    until: book.end,
  };
  const position = carryOfAccount(account, terms, steps.recorder('carry', links, names));
  if (position.isOk() && navBeforeCarry !== null) return;
  // An undetermined figure gives its reason, together with the available inputs.
  const reason = position.isErr()
    ? firstFailure(position.error)
    : { code: 'NAV_MISSING' as const, detail: 'there is no net asset value' };
  for (const [name, title] of Object.entries(names))
    steps.step(
      ['carry', name],
      sumOfLedgerFormula(`carry.${name}`, 'computed from the fund’s terms, cash and value'),
      { counted: figure(['carriers', 'navBeforeCarry'], navBeforeCarry) },
      null,
      { name: title, whyNot: whyNot({ code: reason.code, message: reason.detail }) },
    );
}
