import { fail, type Failures } from '../../kernel/index.ts';

/** Decides whether an investment has holders. Fails: ASSOCIATION_REQUIRED, at the field. */
export const decideAssociation = (holders: readonly unknown[], field: string): Failures =>
  holders.length > 0
    ? []
    : [fail('ASSOCIATION_REQUIRED', [field], 'An investment must be linked to at least one fund or coinvestment.')];

/** A holding of a fund or coinvestment in an investment, with the facts about its owner. */
export interface HoldingFacts {
  readonly ownerId: string | undefined;
  /** The fund of the owner: itself, or that of a coinvestment. Undefined if there is no such owner. */
  readonly owner: { readonly fundId: string | undefined } | undefined;
  /** The fund of its vintage. Absent without a vintage. */
  readonly vintage?: { readonly fundId: string | undefined } | undefined;
}

/** Decides whether the holdings of funds, or of coinvestments, can be saved. Fails: DUPLICATE, NOT_FOUND, VINTAGE_OF_OTHER_FUND. */
export function decideHoldings(holder: 'fund' | 'coinvestment', holdings: readonly HoldingFacts[]): Failures {
  const field = `${holder}Investments`;
  for (const [i, { ownerId, owner, vintage }] of holdings.entries()) {
    if (holdings.findIndex((other) => other.ownerId === ownerId) !== i)
      return [fail('DUPLICATE', [field, i, holder], `This ${holder} is listed twice.`)];
    if (!owner) return [fail('NOT_FOUND', [field, i, holder], `There is no such ${holder}.`)];
    if (vintage && vintage.fundId !== owner.fundId)
      return [fail('VINTAGE_OF_OTHER_FUND', [field, i, 'vintage'], 'The vintage belongs to another fund.')];
  }
  return [];
}

/** Decides whether vehicles can hold an investment, by the kind of each. Fails: ASSOCIATION_REQUIRED, NOT_FOUND. */
export function decideVehicles(kinds: readonly (string | undefined)[]): Failures {
  const unknown = kinds.indexOf(undefined);
  return unknown < 0
    ? decideAssociation(kinds, 'vehicles')
    : [fail('NOT_FOUND', ['vehicles', unknown], 'There is no such fund or coinvestment.')];
}
