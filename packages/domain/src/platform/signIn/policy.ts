/** The rules for second factors, least strict first: who needs one, and whether sensitive actions need a recent one. */
const rules = {
  off: { stepUp: false, appliesTo: 'nobody' },
  optional: { stepUp: true, appliesTo: 'nobody' },
  administrators: { stepUp: true, appliesTo: 'administrators' },
  required: { stepUp: true, appliesTo: 'everybody' },
} as const;

export type SecondFactorRule = keyof typeof rules;
export const secondFactorRules = Object.keys(rules) as readonly SecondFactorRule[];

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly initially: number;
  /** Returns the strictest value of a person's firms, which then applies. */
  readonly strictest: (values: readonly number[]) => number;
}
const atMost = (values: readonly number[]): number => Math.min(...values);
const atLeast = (values: readonly number[]): number => Math.max(...values);

/** The limits of a firm's numeric settings. A firm can make the product's rules stricter but not weaker. */
export const policyBounds = {
  /** Minutes after which sensitive actions require the second factor again. */
  stepUpMinutes: { least: 5, most: 720, initially: 60, strictest: atMost },
  /** The minimum password length for people whose home is the firm. */
  passwordLength: { least: 12, most: 64, initially: 12, strictest: atLeast },
  /** Hours without a request after which a session ends. */
  idleHours: { least: 1, most: 12, initially: 12, strictest: atMost },
  /** Days after which a session ends, even if it is in use. */
  sessionDays: { least: 1, most: 7, initially: 7, strictest: atMost },
} as const satisfies Readonly<Record<string, Bounds>>;
type Measure = keyof typeof policyBounds;
const measures = Object.keys(policyBounds) as readonly Measure[];

/** A firm's sign-in rules. */
export type SignInPolicy = { readonly secondFactor: SecondFactorRule } & { readonly [M in Measure]: number };

const each = (value: (measure: Measure) => number) =>
  Object.fromEntries(measures.map((measure) => [measure, value(measure)])) as { readonly [M in Measure]: number };

/** The rules of a firm without settings. */
export const initialPolicy: SignInPolicy = {
  secondFactor: 'off',
  ...each((measure) => policyBounds[measure].initially),
};

/** Returns the policy in a firm's settings. Missing values have their defaults. */
export function signInPolicy(settings: Readonly<Record<string, unknown>>): SignInPolicy {
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
 * Returns the limits for a person in several firms: the strictest of each, because one session and one password serve all firms. Without a firm, the
 * defaults.
 */
export function strictestPolicy(policies: readonly SignInPolicy[]): { readonly [M in Measure]: number } {
  const active = policies.length > 0 ? policies : [initialPolicy];
  return each((measure) => policyBounds[measure].strictest(active.map((policy) => policy[measure])));
}

/** Returns true if a firm requires a second factor from people with this role. */
export function needsSecondFactor({ secondFactor }: SignInPolicy, isAdministrator: boolean): boolean {
  const { appliesTo: scope } = rules[secondFactor];
  return scope === 'everybody' || (scope === 'administrators' && isAdministrator);
}

/** Returns true if sensitive actions in this firm require a recent second factor. */
export const requiresStepUp = ({ secondFactor }: SignInPolicy): boolean => rules[secondFactor].stepUp;

/**
 * Returns true if a change weakens a firm's policy. For example, fewer people need a second factor, sessions last
 * longer, the factor is required less often, or passwords may be shorter.
 */
export function isWeaker(after: SignInPolicy, before: SignInPolicy): boolean {
  const rank = ({ secondFactor }: SignInPolicy) => secondFactorRules.indexOf(secondFactor);
  const laxer = measures.some((measure) => {
    const { strictest } = policyBounds[measure];
    return after[measure] !== before[measure] && strictest([after[measure], before[measure]]) === before[measure];
  });
  return rank(after) < rank(before) || laxer;
}
