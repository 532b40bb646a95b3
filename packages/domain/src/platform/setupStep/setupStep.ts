import { findFxRate, type FxRate } from '../fx/index.ts';
import type { CalendarDate } from '../../kernel/index.ts';

/** The steps that set up a new firm, in their order. */
export const setupStepIds = [
  'firmProfile',
  'people',
  'currencies',
  'fund',
  'participants',
  'allocationProfile',
  'distribution',
  'quarter',
] as const;
export type SetupStepId = (typeof setupStepIds)[number];

/** The parts of the firm profile. */
export const profileParts = ['legalName', 'legalAddress', 'logo', 'timeZone', 'baseCurrency'] as const;
export type ProfilePart = (typeof profileParts)[number];

/** The first record that completed a step: its time and the name of the person; null if unknown. */
export interface SetupEvent {
  readonly at: string;
  readonly by: string | null;
}

export interface SetupFacts {
  /** The parts of the firm profile that somebody entered. Defaults don't count. */
  readonly profile: readonly ProfilePart[];
  /** The number of active or invited people with a role in a module of the firm's staff. */
  readonly staff: number;
  /** True for a sample firm, which nobody else joins. */
  readonly isSample: boolean;
  /** True if somebody has a role in carry, or in performance. */
  readonly usesCarry: boolean;
  readonly usesPerformance: boolean;
  readonly baseCurrency: string;
  /** The currencies of the firm's funds and coinvestments. */
  readonly currencies: readonly string[];
  readonly rates: readonly FxRate[];
  readonly today: CalendarDate;
  /** The first fund, participant, default allocation profile, disbursed distribution, locked quarter, colleague and exchange rate. */
  readonly events: Readonly<Partial<Record<SetupStepId, SetupEvent>>>;
}

interface SetupStep {
  readonly id: SetupStepId;
  /** A blocked step needs the steps of `after` first. */
  readonly state: 'done' | 'open' | 'blocked';
  readonly after: readonly SetupStepId[];
  /** The missing parts of the firm profile, or the currencies without a rate. */
  readonly missing: readonly string[];
  /** The event that completed the step; null if it isn't done or if several events completed it. */
  readonly event: SetupEvent | null;
}

export interface Setup {
  readonly steps: readonly SetupStep[];
  /** True if nothing is left, or if the firm has paid its first distribution or locked its first quarter, so that it is at work. */
  readonly isFinished: boolean;
}

/** The steps that must be done before another one can succeed. */
const prerequisites: Readonly<Partial<Record<SetupStepId, readonly SetupStepId[]>>> = {
  allocationProfile: ['fund', 'participants'],
  distribution: ['allocationProfile'],
  quarter: ['fund'],
};
const carrySteps: readonly SetupStepId[] = ['participants', 'allocationProfile', 'distribution'];

/** The smallest staff: a distribution and a bank account need a second person who approves. */
const leastStaff = 2;

/**
 * Returns the steps that set up a firm, each with its state, as the firm's data are now. Firms without carry or performance don't have the steps of that
 * module, and sample firms have no step for people.
 *
 * The firm profile is done if every part was entered. The step *People* is done with two people. One of them may still be invited. Currencies are
 * done if each currency of a fund converts to the base currency or, before the first fund, with the first exchange rate. The other steps are done
 * with their first record.
 */
export function setupSteps(facts: SetupFacts): Setup {
  const ids = setupStepIds.filter(
    (id) =>
      (facts.usesCarry || !carrySteps.includes(id)) &&
      (facts.usesPerformance || id !== 'quarter') &&
      !(facts.isSample && id === 'people'),
  );
  const missing: Readonly<Partial<Record<SetupStepId, readonly string[]>>> = {
    firmProfile: profileParts.filter((part) => !facts.profile.includes(part)),
    currencies: withoutRate(facts),
  };
  const isDone = (id: SetupStepId): boolean => {
    const isComplete = (missing[id] ?? []).length === 0;
    if (id === 'firmProfile') return isComplete;
    if (id === 'people') return facts.staff >= leastStaff;
    if (id === 'currencies') return isComplete && (facts.currencies.length > 0 || facts.rates.length > 0);
    return facts.events[id] !== undefined;
  };
  const steps = ids.map((id): SetupStep => {
    const done = isDone(id);
    const after = done ? [] : (prerequisites[id] ?? []).filter((needed) => !isDone(needed));
    const state = done ? 'done' : after.length > 0 ? 'blocked' : 'open';
    return { id, state, after, missing: missing[id] ?? [], event: done ? (facts.events[id] ?? null) : null };
  });
  const isAtWork = isDone('distribution') || isDone('quarter');
  return { steps, isFinished: isAtWork || steps.every(({ state }) => state === 'done') };
}

/** Returns the currencies in use that can't be converted to the base currency today. */
const withoutRate = ({ currencies, baseCurrency, rates, today }: SetupFacts): readonly string[] =>
  currencies.filter((from) => findFxRate({ from, to: baseCurrency, base: baseCurrency, date: today, rates }).isErr());
