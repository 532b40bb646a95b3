/**
 * For a person the people who gave a password of the account, changed its login or address or invited it lately, and those who did so for them in turn.
 */
export interface AccountGivers {
  readonly accountGivers: Readonly<Record<string, readonly string[]>>;
}

/** For so many days whoever invited an account counts as able to sign in by it: the address may be their own. */
export const invitedDays = 30;

/**
 * The person who may be able to sign in as both of two people: one of the two who gave the other a password, or a third one who did so for both. Null if
 * the two are independent of each other.
 *
 * Source: decision 9, give the first access to pay in the web; decision 10, bank accounts need two people.
 */
export function commonGiver(one: string, other: string, { accountGivers }: AccountGivers): string | null {
  const ways = (id: string) => [id, ...(accountGivers[id] ?? [])];
  const common = ways(one).filter((id) => ways(other).includes(id));
  return common.find((id) => id === one || id === other) ?? common[0] ?? null;
}

/** True unless one person may be able to sign in as both. */
export const areIndependent = (one: string, other: string, people: AccountGivers): boolean =>
  commonGiver(one, other, people) === null;

/** Why two people don't count as two, for a refusal. */
export const notIndependent = `one of you set the password of the other or invited the other in the last ${invitedDays} days, or the same person did so for both`;
