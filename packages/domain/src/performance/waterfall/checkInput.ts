import { type Failure, type Failures, fail, moneyText, spokenMoney, sumOfMoney, zero } from '../../kernel/index.ts';
import { checkTerms } from './checkTerms.ts';
import { onlyInvestment, type WaterfallFlow, type WaterfallInput } from './input.ts';

/**
 * Checks the terms and the facts of a calculation. Every failure names its field and the reason.
 *
 * Fails:  as `checkTerms`; REQUIRED (a missing date or partner), NEGATIVE_AMOUNT, NO_COMMITMENT, MEMBER_TWICE, MIXED_CURRENCIES, NO_WEIGHTS (nobody
 *         has a share), UNKNOWN_ENTRY (a sale of an investment that nobody contributed to), COST_ABOVE_REMAINING, AMOUNT_MISSING.
 */
export function checkInput(input: WaterfallInput): Failures {
  return [
    ...checkTerms(input.terms),
    ...flowFailures(input),
    ...commitmentFailures(input),
    ...investmentFailures(input),
    ...requestFailures(input),
  ];
}

const requestFields = { DISTRIBUTION: 'distribution', LIQUIDATION: 'liquidation', CLAWBACK: 'clawback' } as const;

function flowFailures({ flows, commitments, currency }: WaterfallInput): Failure[] {
  const partners = new Set(commitments.map(({ partner }) => partner));
  const isShared = new Set(flows.flatMap(({ partner }) => partner ?? [])).size > 1;
  const failures: Failure[] = [];
  flows.forEach((flow, i) => {
    if (flow.date === null) failures.push(fail('REQUIRED', ['flows', i, 'date'], 'The date of this flow is missing.'));
    if (flow.partner !== null && partners.size > 0 && !partners.has(flow.partner))
      failures.push(fail('NO_COMMITMENT', ['flows', i, 'partner'], `${flow.partner} has no commitment.`));
    if (flow.partner === null && flow.kind === 'CONTRIBUTION' && isShared && partners.size === 0)
      failures.push(fail('REQUIRED', ['flows', i, 'partner'], 'This contribution must name its partner.'));
    if (flow.currency !== null && currency !== null && flow.currency !== currency)
      failures.push(
        fail(
          'MIXED_CURRENCIES',
          ['flows', i, 'currency'],
          `This flow is in ${flow.currency}, but the fund is in ${currency}.`,
        ),
      );
  });
  return failures;
}

function commitmentFailures({ commitments }: WaterfallInput): Failure[] {
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

function investmentFailures({ investments, request }: WaterfallInput): Failure[] {
  const failures = investments.flatMap(({ cost, fairValue }, i): Failure[] => [
    ...(cost?.lt(0) ? [fail('NEGATIVE_AMOUNT', ['investments', i, 'cost'], 'A cost can’t be negative.')] : []),
    ...(fairValue?.lt(0)
      ? [fail('NEGATIVE_AMOUNT', ['investments', i, 'fairValue'], 'A fair value can’t be negative.')]
      : []),
  ]);
  if (request.kind !== 'LIQUIDATION') return failures;
  if (investments.length === 0)
    failures.push(fail('AMOUNT_MISSING', ['investments'], 'A liquidation needs the fair value of each investment.'));
  investments.forEach(({ id, fairValue }, i) => {
    if (fairValue === null)
      failures.push(fail('AMOUNT_MISSING', ['investments', i, 'fairValue'], `The fair value of ${id} is missing.`));
  });
  return failures;
}

function requestFailures(input: WaterfallInput): Failure[] {
  const { request, flows, commitments } = input;
  const field = requestFields[request.kind];
  const failures: Failure[] = [];
  if (request.date === null) failures.push(fail('REQUIRED', [field, 'date'], `The date of the ${field} is missing.`));
  const hasShares = commitments.some(({ amount }) => amount.gt(0)) || flows.some(isPaidIn);
  if (!hasShares)
    failures.push(fail('NO_WEIGHTS', ['flows'], 'Nobody has contributed or committed, so nobody has a share.'));
  if (request.kind === 'DISTRIBUTION') {
    if (request.amount.lt(0))
      failures.push(fail('NEGATIVE_AMOUNT', [field, 'amount'], 'The proceeds of a distribution can’t be negative.'));
    failures.push(...saleFailures(input, request.investment ?? onlyInvestment));
  }
  return failures;
}

const isPaidIn = ({ kind, amount }: WaterfallFlow) => kind === 'CONTRIBUTION' && amount.gt(0);

/** Checks that a sale relieves no more cost than is left, and sells only what the fund owns. */
function saleFailures({ terms, request, flows }: WaterfallInput, sold: string): Failure[] {
  if (request.kind !== 'DISTRIBUTION' || request.date === null) return [];
  const { date, cost } = request;
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
  const left = zero.plus(contributed).minus(relieved);
  if (cost.lte(left)) return [];
  return [
    fail(
      'COST_ABOVE_REMAINING',
      ['distribution', 'cost'],
      `The sale relieves a cost of ${spokenMoney(cost)}, but ${sold} has only ${spokenMoney(left)} left.`,
    ),
  ];
}
