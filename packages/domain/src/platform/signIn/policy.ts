/** Of whom a firm asks a second factor, and whether what is sensitive asks for one that was shown lately: from the laxest to the strictest. */
const rules = {
  off: { stepUp: false, of: 'nobody' },
  optional: { stepUp: true, of: 'nobody' },
  administrators: { stepUp: true, of: 'administrators' },
  required: { stepUp: true, of: 'everybody' },
} as const;

export type SecondFactorRule = keyof typeof rules;
export const secondFactorRules = Object.keys(rules) as readonly SecondFactorRule[];

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly initially: number;
  /** Of several firms of a person the one that asks for more holds. */
  readonly strictest: (values: readonly number[]) => number;
}
const atMost = (values: readonly number[]): number => Math.min(...values);
const atLeast = (values: readonly number[]): number => Math.max(...values);

/** What a firm may set in numbers. It makes the product's own rules stricter, never laxer. */
export const policyBounds = {
  /** Minutes after which what is sensitive asks again. */
  stepUpMinutes: { least: 5, most: 720, initially: 60, strictest: atMost },
  /** Characters that a password of a person at home in the firm has at least. */
  passwordLength: { least: 12, most: 64, initially: 12, strictest: atLeast },
  /** Hours without a request after which a session ends. */
  idleHours: { least: 1, most: 12, initially: 12, strictest: atMost },
  /** Days after which a session ends whatever is done in it. */
  sessionDays: { least: 1, most: 7, initially: 7, strictest: atMost },
} as const satisfies Readonly<Record<string, Bounds>>;
type Measure = keyof typeof policyBounds;
const measures = Object.keys(policyBounds) as readonly Measure[];

/** What a firm asks of those who sign in. */
export type SignInPolicy = { readonly secondFactor: SecondFactorRule } & { readonly [M in Measure]: number };

const each = (value: (measure: Measure) => number) =>
  Object.fromEntries(measures.map((measure) => [measure, value(measure)])) as { readonly [M in Measure]: number };

/** What a firm asks that has set nothing. */
export const initialPolicy: SignInPolicy = {
  secondFactor: 'off',
  ...each((measure) => policyBounds[measure].initially),
};

/** The policy in the settings of a firm; what is missing there is as it was at first. */
export function policyOf(settings: Readonly<Record<string, unknown>>): SignInPolicy {
  const { secondFactor } = settings;
  return {
    secondFactor: secondFactorRules.find((rule) => rule === secondFactor) ?? initialPolicy.secondFactor,
    ...each((measure) => {
      const value = settings[measure];
      return typeof value === 'number' ? value : initialPolicy[measure];
    }),
  };
}

/**
 * The lengths that hold for a person of several firms: of each the strictest, since a session and a password are one for all of them. Without a
 * firm those that hold at first.
 */
export function strictestOf(policies: readonly SignInPolicy[]): { readonly [M in Measure]: number } {
  const given = policies.length > 0 ? policies : [initialPolicy];
  return each((measure) => policyBounds[measure].strictest(given.map((policy) => policy[measure])));
}

/** Whether a firm lets nobody in who has this role there and no second factor. */
export function needsSecondFactor({ secondFactor }: SignInPolicy, isAdministrator: boolean): boolean {
  const { of } = rules[secondFactor];
  return of === 'everybody' || (of === 'administrators' && isAdministrator);
}

/** Whether what is sensitive asks in this firm for a second factor that was shown lately. */
export const asksStepUp = ({ secondFactor }: SignInPolicy): boolean => rules[secondFactor].stepUp;

/**
 * Whether a change of a firm's policy lets anything through that did not get through before: a rule that asks fewer people, longer sessions, more
 * minutes until the factor is asked for again, shorter passwords.
 */
export function isWeaker(after: SignInPolicy, before: SignInPolicy): boolean {
  const rank = ({ secondFactor }: SignInPolicy) => secondFactorRules.indexOf(secondFactor);
  const laxer = measures.some((measure) => {
    const { strictest } = policyBounds[measure];
    return after[measure] !== before[measure] && strictest([after[measure], before[measure]]) === before[measure];
  });
  return rank(after) < rank(before) || laxer;
}
