import { type Decimal, type Group, groupBy, roundMoney, spokenMoney, zero } from '@carrara/domain/kernel';
import { type CommitmentEvent, commitmentsByDay, type CommitmentState } from './commitment.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import { vehicleCash } from './effect.ts';
import { entryTypeRule } from './entryType.ts';
import type { EntryWarning } from './entryWarnings.ts';
import { isImplausiblyHigh } from './implausibleChange.ts';
import type { Posting } from './ledgerState.ts';
import { namedPartners } from './namedPartners.ts';
import { type NavFacts, navUntil, partnerNavUntil } from './netAssetValues.ts';
import { isCost, partnerAmounts, USUAL_PART } from './partnerAmounts.ts';
import { endOfTime, positionOn, type Trade, type Valuation } from './positions.ts';
import { unfundedChanges } from './unfundedCommitment.ts';

/** The parts of a vehicle that the amounts of entries are compared with. */
export interface AmountFacts extends NavFacts {
  readonly commitments: readonly InvestorCommitment[];
  readonly events: readonly CommitmentEvent[];
  readonly valuations: readonly Valuation[];
}
interface Posted<At> {
  readonly at: At;
  readonly posting: Posting;
}
type Texts = readonly string[];

/**
 * Returns warnings about amounts that are valid but probably have a wrong unit or too many digits:
 *
 * - a sale for more than ten times the value of the part sold, on the day before
 * - a purchase above the fund's commitments, and above its cash and unfunded commitments
 * - income, or a reduction of costs, above the fund's commitments and above its net asset value
 * - a cost above a tenth of the commitments that bear it, if it is above them or the fund's net asset value is negative with it
 *
 *     value of the part sold = fair value x cost relieved / remaining cost, before the sale
 *
 * If an entry names partners, their shares are compared with their own commitments and net asset values (`partnerAmounts`).
 *
 * Calls are compared with the unfunded commitments, and distributions with the net asset value. Entries posted together count for each other.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function implausibleAmounts<At>(
  postings: readonly Posted<At>[],
  facts: AmountFacts,
): readonly EntryWarning<At>[] {
  const checked = postings.filter(({ posting }) => posting.reversalOf === null);
  if (checked.length === 0) return [];
  const comparison = new Comparison(
    postings.map(({ posting }) => posting),
    facts,
  );
  return checked.flatMap(({ at, posting }) =>
    comparison.texts(posting).map((text) => ({ at, field: 'amount' as const, text })),
  );
}

class Comparison {
  readonly #facts: AmountFacts;
  readonly #added: readonly Posting[];
  #navUntil: ReturnType<typeof navUntil> | undefined;
  #partnerNavUntil: ReturnType<typeof partnerNavUntil> | undefined;
  readonly #statesOn: ReturnType<typeof commitmentsByDay>;
  readonly #committed = new Map<readonly CommitmentState[], ReadonlyMap<string, Decimal>>();
  readonly #trades: ReadonlyMap<string | null, Group<Trade>>;
  readonly #valuations: ReadonlyMap<string, Group<Valuation>>;

  constructor(added: readonly Posting[], facts: AmountFacts) {
    this.#facts = facts;
    this.#statesOn = commitmentsByDay(facts);
    this.#added = added;
    const sold = new Set(added.flatMap(({ type, securityId }) => (type === 'SELL' ? [securityId] : [])));
    const all: readonly Trade[] = [...facts.entries, ...added.map((posting, i) => ({ ...posting, id: `new ${i}` }))];
    this.#trades = groupBy(
      all.filter(({ securityId }) => securityId !== null && sold.has(securityId)),
      ({ securityId }) => securityId,
    );
    this.#valuations = groupBy(
      facts.valuations.filter(({ securityId }) => sold.has(securityId)),
      ({ securityId }) => securityId,
    );
  }

  texts(posting: Posting): Texts {
    const partners = partnerAmounts(posting, {
      commitments: this.#facts.commitments,
      committedOn: (day) => this.#commitmentsOn(day),
      navOn: (id, day) => this.#partnerNavOn(id, day),
    });
    return partners.length > 0 ? partners : this.#fund(posting);
  }

  /** Returns the warnings about an entry as a whole. */
  #fund(posting: Posting): Texts {
    const { nav, cash, vehicleCash: direction, mirror } = entryTypeRule(posting.type);
    if (!posting.amount.gt(0)) return [];
    if (posting.type === 'SELL') return this.#sale(posting);
    if (posting.type === 'BUY') return this.#purchase(posting);
    if (isCost(posting)) return this.#cost(posting);
    return cash === 0 && mirror === undefined && direction !== 0 && nav > 0 ? this.#income(posting) : [];
  }

  #sale({ securityId, effective, amount, costRelieved }: Posting): Texts {
    if (securityId === null || costRelieved === null) return [];
    const before = (this.#trades.get(securityId) ?? []).filter(
      (trade) => trade.effective < effective || (trade.effective === effective && trade.type === 'BUY'),
    );
    const valuations = (this.#valuations.get(securityId) ?? []).filter(({ date }) => date < effective);
    const { cost, fairValue } = positionOn(before, valuations, endOfTime);
    if (!cost.gt(0)) return [];
    const value = roundMoney(fairValue.times(costRelieved).div(cost));
    return isImplausiblyHigh(amount, value)
      ? [
          `The proceeds of ${spokenMoney(amount)} are more than ten times ${spokenMoney(value)}, the value of the part sold.`,
        ]
      : [];
  }

  #purchase({ effective, amount }: Posting): Texts {
    const commitments = sum([...this.#commitmentsOn(effective).values()]);
    if (!commitments.gt(0) || !amount.gt(commitments)) return [];
    const { commitments: all, events, entries } = this.#facts;
    const ledger = {
      events,
      entries: [...entries, ...this.#added.map((posting, i) => ({ ...posting, id: `new ${i}` }))],
    };
    const unfunded = all.flatMap(({ id }) => unfundedChanges(ledger, id));
    const means = sum([
      ...ledger.entries.flatMap((entry) =>
        entry.effective <= effective && !(entry.type === 'BUY' && entry.effective === effective)
          ? [vehicleCash(entry)]
          : [],
      ),
      ...unfunded.flatMap((change) => (change.date <= effective ? [change.amount] : [])),
    ]);
    return amount.gt(means)
      ? [
          `The purchase of ${spokenMoney(amount)} is above the fund’s commitments of ${spokenMoney(commitments)}, and above its cash and unfunded commitments of ${spokenMoney(means)}.`,
        ]
      : [];
  }

  #income({ effective, amount }: Posting): Texts {
    const commitments = sum([...this.#commitmentsOn(effective).values()]);
    if (!commitments.gt(0) || !amount.gt(commitments)) return [];
    const after = this.#navOn(effective);
    if (after === null) return [];
    const nav = after.minus(amount);
    return amount.gt(nav)
      ? [
          `The amount of ${spokenMoney(amount)} is above the fund’s commitments of ${spokenMoney(commitments)}, and above its net asset value of ${spokenMoney(nav)}.`,
        ]
      : [];
  }

  #cost({ effective, amount, shares }: Posting): Texts {
    const committed = this.#commitmentsOn(effective);
    const bearing = sum(shares.map(({ commitmentId }) => committed.get(commitmentId) ?? zero));
    if (!bearing.gt(0) || !amount.gt(bearing.times(USUAL_PART))) return [];
    const nav = this.#navOn(effective);
    const compared = `the commitments that bear it, ${spokenMoney(bearing)}`;
    if (nav?.lt(0) === true)
      return [
        `The cost of ${spokenMoney(amount)} is above a tenth of ${compared}. With it, the fund’s net asset value is ${spokenMoney(nav)}.`,
      ];
    return amount.gt(bearing) ? [`The cost of ${spokenMoney(amount)} is above ${compared}.`] : [];
  }

  /** The net asset value at the end of a day, with the added entries. */
  #navOn(day: Posting['effective']): Decimal | null {
    return (this.#navUntil ??= navUntil(this.#added, this.#facts))(day);
  }

  /** The same for a partner that an added entry names. */
  #partnerNavOn(commitmentId: string, day: Posting['effective']): Decimal | null {
    this.#partnerNavUntil ??= partnerNavUntil(this.#added, this.#facts, namedPartners(this.#added));
    return this.#partnerNavUntil(commitmentId, day);
  }

  #commitmentsOn(day: Posting['effective']): ReadonlyMap<string, Decimal> {
    const states = this.#statesOn(day);
    const existing = this.#committed.get(states);
    if (existing !== undefined) return existing;
    const found = new Map(states.map(({ id, amount }) => [id, amount]));
    this.#committed.set(states, found);
    return found;
  }
}

const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
