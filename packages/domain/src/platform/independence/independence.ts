/**
 * For each person, the people who recently gave a password for the account, changed its login or address, or invited
 * it. People who did so for them in turn are included.
 */
export interface AccountProvisioners {
  readonly accountProvisioners: Readonly<Record<string, readonly string[]>>;
}

/** For this many days, the sender of an invitation counts as able to sign in to the account, because the address may be their own. */
export const invitationWaitDays = 30;

/**
 * Returns the person who may be able to sign in as both of two people. This is one of the two who gave the other a
 * password, or a third person who did so for both. Null if the two are independent of each other.
 *
 * Source: decision 0010, decision 0025.
 */
export function commonProvisioner(
  first: string,
  other: string,
  { accountProvisioners }: AccountProvisioners,
): string | null {
  const provisionersOf = (id: string) => [id, ...(accountProvisioners[id] ?? [])];
  const common = provisionersOf(first).filter((id) => provisionersOf(other).includes(id));
  return common.find((id) => id === first || id === other) ?? common[0] ?? null;
}

/** True unless one person may be able to sign in as both. */
export const areIndependent = (first: string, other: string, people: AccountProvisioners): boolean =>
  commonProvisioner(first, other, people) === null;

/** Explains in a refusal why two people don't count as two. */
export const notIndependentReason = `one of you set the other’s password or invited the other in the last ${invitationWaitDays} days, or a third person did so for both`;
