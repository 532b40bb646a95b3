import {
  type CalendarDate,
  type Failure,
  type Failures,
  fail,
  moneyText,
  spokenMoney,
  sumOfMoney,
  zero,
} from '../../kernel/index.ts';
import { checkTerms } from './checkTerms.ts';
import {
  type DistributionRequest,
  onlyInvestment,
  type WaterfallFacts,
  type WaterfallFlow,
  type WaterfallInput,
  type WaterfallRequest,
} from './input.ts';

/**
 * Checks the terms and the facts of a calculation. Every failure names its field and the reason.
 *
 * Fails:  as `checkTerms`; REQUIRED (a missing date or partner), NEGATIVE_AMOUNT, NO_COMMITMENT, MEMBER_TWICE, MIXED_CURRENCIES, NO_WEIGHTS (nobody
 *         has a share), UNKNOWN_ENTRY (a sale of an investment that nobody contributed to), COST_ABOVE_REMAINING, AMOUNT_MISSING.
 */
export function checkInput(input: WaterfallInput): Failures {
  return [...checkFacts(input), ...checkRequest(input, input.request)];
}

/** Checks everything but the request. */
export const checkFacts = (facts: WaterfallFacts): Failures => [
  ...checkTerms(facts.terms),
  ...flowFailures(facts),
  ...commitmentFailures(facts),
  ...investmentFailures(facts),
];

/** Checks a request against the facts. */
export const checkRequest = (facts: WaterfallFacts, request: WaterfallRequest): Failures => [
  ...valueFailures(facts, request),
  ...requestFailures(facts, request),
];

const requestFields = { DISTRIBUTION: 'distribution', LIQUIDATION: 'liquidation', CLAWBACK: 'clawback' } as const;

function flowFailures({ flows, commitments, currency }: WaterfallFacts): Failure[] {
  const partners = new Set(commitments.map(({ partner }) => partner));
  const isShared = hasSeveralPartners(flows);
  const failures: Failure[] = [];
  for (const [i, flow] of flows.entries()) {
    const { date, partner, currency: ownCurrency } = flow;
    if (date === null) failures.push(fail('REQUIRED', ['flows', i, 'date'], 'The date of this flow is missing.'));
    if (partner !== null && partners.size > 0 && !partners.has(partner))
      failures.push(fail('NO_COMMITMENT', ['flows', i, 'partner'], `${partner} has no commitment.`));
    if (partner === null && flow.kind === 'CONTRIBUTION' && isShared && partners.size === 0)
      failures.push(fail('REQUIRED', ['flows', i, 'partner'], 'This contribution must name its partner.'));
    if (ownCurrency !== null && currency !== null && ownCurrency !== currency)
      failures.push(
        fail(
          'MIXED_CURRENCIES',
          ['flows', i, 'currency'],
          `This flow is in ${ownCurrency}, but the fund is in ${currency}.`,
        ),
      );
  }
  return failures;
}

function hasSeveralPartners(flows: readonly WaterfallFlow[]): boolean {
  const first = flows.find(({ partner }) => partner !== null)?.partner;
  return flows.some(({ partner }) => partner !== null && partner !== first);
}

function commitmentFailures({ commitments }: WaterfallFacts): Failure[] {
  const seen = new Set<string>();
  return commitments.flatMap(({ partner, amount }, i) => {
    const failures: Failure[] = [];
    if (seen.has(partner))
      failures.push(
        fail('MEMBER_TWICE', ['commitments', i, 'partner'], `${partner} has two commitments. Add them up.`),
      );
    seen.add(partner);
    if (amount.lt(0))
      failures.push(fail('NEGATIVE_AMOUNT', ['commitments', i, 'amount'], 'A commitment can’t be negative.'));
    return failures;
  });
}

const investmentFailures = ({ investments, valuations = investments }: WaterfallFacts): Failure[] =>
  valuations.flatMap(({ cost, fairValue }, i): Failure[] => [
    ...(cost?.lt(0) ? [fail('NEGATIVE_AMOUNT', ['investments', i, 'cost'], 'A cost can’t be negative.')] : []),
    ...(fairValue?.lt(0)
      ? [fail('NEGATIVE_AMOUNT', ['investments', i, 'fairValue'], 'A fair value can’t be negative.')]
      : []),
  ]);

/** A liquidation needs the value of every investment. */
function valueFailures({ investments }: WaterfallFacts, { kind }: WaterfallRequest): Failure[] {
  if (kind !== 'LIQUIDATION') return [];
  if (investments.length === 0)
    return [fail('AMOUNT_MISSING', ['investments'], 'A liquidation needs the fair value of each investment.')];
  return investments.flatMap(({ id, fairValue }, i) =>
    fairValue === null
      ? [fail('AMOUNT_MISSING', ['investments', i, 'fairValue'], `The fair value of ${id} is missing.`)]
      : [],
  );
}

function requestFailures(facts: WaterfallFacts, request: WaterfallRequest): Failure[] {
  const field = requestFields[request.kind];
  const failures: Failure[] = [];
  if (request.date === null) failures.push(fail('REQUIRED', [field, 'date'], `The date of the ${field} is missing.`));
  if (!facts.commitments.some(({ amount }) => amount.gt(0)) && !facts.flows.some(isPaidInBy(request.date)))
    failures.push(fail('NO_WEIGHTS', ['flows'], 'Nobody has contributed or committed, so nobody has a share.'));
  if (request.kind === 'DISTRIBUTION') {
    if (request.amount.lt(0))
      failures.push(fail('NEGATIVE_AMOUNT', [field, 'amount'], 'The proceeds of a distribution can’t be negative.'));
    failures.push(...saleFailures(facts, request, request.investment ?? onlyInvestment));
  }
  return failures;
}

const isPaidInBy =
  (day: CalendarDate | null) =>
  ({ kind, amount, date }: WaterfallFlow) =>
    kind === 'CONTRIBUTION' && amount.gt(0) && (day === null || date === null || date <= day);

/** Checks that a sale relieves no more cost than is left, and sells only what the fund owns. */
function saleFailures({ terms, flows }: WaterfallFacts, { date, cost }: DistributionRequest, sold: string): Failure[] {
  if (date === null || (cost === null && terms.basis === 'WHOLE_FUND')) return [];
  const earlier = flows.filter(
    (flow) => (flow.investment ?? onlyInvestment) === sold && flow.date !== null && flow.date <= date,
  );
  const paidIn = earlier.filter(({ kind, isFee }) => kind === 'CONTRIBUTION' && !isFee);
  if (terms.basis !== 'WHOLE_FUND' && paidIn.length === 0)
    return [
      fail(
        'UNKNOWN_ENTRY',
        ['distribution', 'investment'],
        `Nobody has contributed to ${sold} by then, so it can’t be sold deal by deal.`,
      ),
    ];
  if (cost === null) return [];
  if (cost.lt(0)) return [fail('NEGATIVE_AMOUNT', ['distribution', 'cost'], 'The cost of a sale can’t be negative.')];
  const contributed = sumOfMoney(paidIn.map(({ amount }) => moneyText(amount)));
  const relieved = sumOfMoney(earlier.map((flow) => moneyText(flow.cost ?? zero)));
  const remaining = zero.plus(contributed).minus(relieved);
  if (cost.lte(remaining)) return [];
  return [
    fail(
      'COST_ABOVE_REMAINING',
      ['distribution', 'cost'],
      `The sale relieves a cost of ${spokenMoney(cost)}, but ${sold} has only ${spokenMoney(remaining)} left.`,
    ),
  ];
}
