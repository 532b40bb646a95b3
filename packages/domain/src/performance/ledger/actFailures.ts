import { type CalendarDate, displayedDate, fail, type Failures } from '@carrara/domain/kernel';
import type { ActFacts, ActLedger, RequestedAct } from './act.ts';
import { commitmentsOn } from './commitment.ts';
import { type ActField, isDistributionAct, ledgerAct, type LedgerActKind } from './ledgerActs.ts';

const missingTexts: Readonly<Partial<Record<ActField, string>>> = {
  investorId: 'Select the investor.',
  buyerId: 'Select the buyer.',
  securityId: 'Select the security.',
  commitment: 'Enter the commitment.',
  value: 'Enter the net asset value that passes.',
  costRelieved: 'Enter the cost of the part that was sold.',
};

/**
 * Returns the fields of an act that are missing, don't belong to it or contradict one another.
 *
 * Fails: as `decideAct`.
 */
export const actFailures = (act: RequestedAct, ledger: ActLedger, facts: ActFacts): Failures => [
  ...currencyFailures(act, facts),
  ...fieldFailures(act, ledger),
  ...distributionFailures(act, facts),
];

const currencyFailures = ({ currency }: RequestedAct, facts: ActFacts): Failures =>
  currency === null || currency === facts.currency
    ? []
    : [
        fail(
          'MIXED_CURRENCIES',
          ['currency'],
          `The fund’s ledger is in ${facts.currency}, not in ${currency}. Convert the amounts and enter them in ${facts.currency}.`,
        ),
      ];

/** Compares the fields of an act with its row in the table of acts. */
function fieldFailures(act: RequestedAct, ledger: ActLedger): Failures {
  const { title, fields, lines } = ledgerAct(act.kind);
  const entered: Readonly<Record<ActField, unknown>> = {
    investorId: act.investorId,
    buyerId: act.buyerId,
    securityId: act.securityId,
    issueDate: act.issueDate,
    commitment: act.commitment,
    value: act.value,
    interestRate: act.interestRate,
    costRelieved: act.costRelieved,
    isOutside: act.isOutside || null,
    settledOn: act.settledOn,
    description: act.description,
    proceeds: act.proceeds,
    holdingIds: act.holdingIds.length === 0 ? null : act.holdingIds,
    reason: act.reason,
  };
  const wrong = (Object.keys(entered) as ActField[]).flatMap((field): Failures => {
    const isEntered = entered[field] !== null;
    if (fields[field] === 'required' && !isEntered)
      return [fail('REQUIRED', [field], missingTexts[field] ?? 'Enter this field.')];
    return isEntered && fields[field] === undefined
      ? [fail('FIELD_NOT_OF_TYPE', [field], `${title} can’t have this field. Leave it empty.`)]
      : [];
  });
  const strange = Object.keys(act.amounts).filter((code) => lines[code] === undefined);
  const [first] = Object.keys(lines);
  return [
    ...wrong,
    ...strange.map((code) => fail('FIELD_NOT_OF_TYPE', ['amounts', code], `${title} can’t have this amount.`)),
    ...(first !== undefined &&
    act.kind !== 'SALE_DISTRIBUTION' &&
    Object.keys(act.amounts).length === 0 &&
    act.proceeds === null
      ? [fail('AMOUNT_MISSING', ['amounts', first], 'Enter at least one amount.')]
      : []),
    ...partnerFailures(act, ledger),
  ];
}

/** Checks that a distribution has either proceeds or typed amounts, and that these have a reason if the carry terms propose others. */
function distributionFailures({ kind, amounts, proceeds, reason }: RequestedAct, facts: ActFacts): Failures {
  if (!isDistributionAct(kind)) return [];
  const [typed] = Object.keys(amounts).filter((code) => ledgerAct(kind).lines[code]?.type !== 'SELL');
  const missing = missingAmounts(kind, amounts, proceeds === null && typed === undefined);
  if (missing.length > 0) return missing;
  if (proceeds !== null)
    return typed === undefined
      ? []
      : [
          fail(
            'FIELD_NOT_OF_TYPE',
            ['amounts', typed],
            'The carry terms split the proceeds. Leave this empty, or leave the proceeds empty and enter all amounts.',
          ),
        ];
  return [
    ...(amounts['carry']?.isNegative() === true
      ? [
          fail(
            'NEGATIVE_AMOUNT',
            ['amounts', 'carry'],
            'Carry earned can’t be negative. To correct an earlier distribution, reverse it under Postings.',
          ),
        ]
      : []),
    ...(facts.hasCompleteTerms && (reason === null || reason.trim() === '')
      ? [fail('REQUIRED', ['reason'], 'Enter why the amounts are typed instead of split by the carry terms.')]
      : []),
  ];
}

/** Checks that a sale with a distribution has the amounts of both. */
function missingAmounts(kind: LedgerActKind, amounts: RequestedAct['amounts'], distributesNothing: boolean): Failures {
  if (kind !== 'SALE_DISTRIBUTION') return [];
  return [
    ...(amounts['price'] === undefined
      ? [fail('AMOUNT_MISSING', ['amounts', 'price'], 'Enter the proceeds of the sale.')]
      : []),
    ...(distributesNothing
      ? [fail('AMOUNT_MISSING', ['amounts', 'capital'], 'Enter at least one amount to distribute.')]
      : []),
  ];
}

function partnerFailures(act: RequestedAct, ledger: ActLedger): Failures {
  if (act.kind === 'PARTNER_TRANSFER' && act.investorId !== null && act.investorId === act.buyerId)
    return [fail('INVALID_VALUE', ['buyerId'], 'The buyer is the seller. Choose another investor.')];
  if (act.kind === 'PARTNER_TRANSFER') return sellerFailures(act, ledger);
  if (act.kind !== 'LATE_CLOSING') return [];
  if (act.commitment?.isZero() === true)
    return [
      fail(
        'AMOUNT_MISSING',
        ['commitment'],
        'A late closing needs a commitment above zero to catch up. Enter its amount.',
      ),
    ];
  return hasCommitment(ledger, act.investorId, act.date) || hasCommitment(ledger, act.investorId, ledger.latest)
    ? [
        fail(
          'INVALID_VALUE',
          ['investorId'],
          'This investor already has a commitment. Enter the increase under Commitments, and its catch-up payments as other entries.',
        ),
      ]
    : [];
}

function sellerFailures({ investorId, date }: RequestedAct, ledger: ActLedger): Failures {
  if (investorId === null || hasCommitment(ledger, investorId, date)) return [];
  const day = displayedDate(date);
  return hasCommitment(ledger, investorId, ledger.latest)
    ? [fail('COMMITMENT_UNKNOWN', ['date'], `The seller’s commitment begins after ${day}. Choose a later date.`)]
    : [
        fail(
          'COMMITMENT_UNKNOWN',
          ['investorId'],
          `The seller has no commitment to the vehicle on ${day}. Choose another investor.`,
        ),
      ];
}

/** Returns true if an investor's commitment is above zero on a date. */
const hasCommitment = (ledger: ActLedger, investorId: string | null, date: CalendarDate): boolean =>
  commitmentsOn(
    ledger.commitments.filter((commitment) => commitment.investorId === investorId),
    ledger.events,
    date,
  ).some(({ amount }) => amount.gt(0));
