import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocationProfileLifecycle } from './carry/allocation/index.ts';
import { approvalLifecycle } from './platform/approval/index.ts';
import { distributionLifecycle } from './carry/distribution/lifecycle.ts';
import { type Lifecycle, type LifecycleEvents, lifecycleDiagram } from './kernel/lifecycle/index.ts';
import { employeeLifecycle } from './people/participant/index.ts';
import { taxProfileLifecycle } from './carry/tax/index.ts';
import { uploadLifecycle } from './platform/upload/index.ts';

const lifecycles = {
  allocationProfile: allocationProfileLifecycle,
  approval: approvalLifecycle,
  distribution: distributionLifecycle,
  employee: employeeLifecycle,
  taxProfile: taxProfileLifecycle,
  upload: uploadLifecycle,
} as unknown as Readonly<Record<string, Lifecycle<string, LifecycleEvents<string>>>>;

it('a profile can be set as the default [M-T-050]', () => {
  const { button } = allocationProfileLifecycle.events.setDefaultAllocationProfile;
  expect(button.message).toMatch(/^\{name\} is now set as the default profile\b/);
});

describe.each(Object.entries(lifecycles))('the lifecycle of %s', (_concept, lifecycle) => {
  const states = Object.keys(lifecycle.states);
  const events = Object.keys(lifecycle.events);
  const everyEventName = Object.values(lifecycles).flatMap((other) => Object.keys(other.events));

  it('uses only its own states, and a permission of a concept', () => {
    expect(states).toContain(lifecycle.initial);
    for (const { from, to, permission } of Object.values(lifecycle.events)) {
      expect(from.length).toBeGreaterThan(0);
      for (const state of [...from, ...(to === undefined ? [] : [to])]) expect(states).toContain(state);
      expect(permission).toMatch(/^[a-z][A-Za-z]*\.[a-z]+$/);
    }
  });

  it('has no event without effect: an event that does not change the state is refused in some state', () => {
    const idle = Object.entries(lifecycle.events).filter(
      ([, { from, to, ends }]) => to === undefined && !ends && states.every((state) => from.includes(state)),
    );
    expect(idle).toEqual([]);
    for (const { to, ends } of Object.values(lifecycle.events)) expect(to !== undefined && ends === true).toBe(false);
  });

  it('can reach each of its states', () => {
    const reached = new Set([lifecycle.initial]);
    for (const state of reached) {
      for (const event of lifecycle.eventsFrom(state)) reached.add(lifecycle.events[event]!.to ?? state);
    }
    expect([...reached].sort()).toEqual(states.toSorted());
  });

  it('reaches only legal states under any events, and a rejected event changes nothing', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...everyEventName), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (sequence) => {
        let state = lifecycle.initial;
        for (const [event, established] of sequence) {
          const definition = lifecycle.events[event];
          const when = definition?.when;
          const next = lifecycle.apply(state, event, {
            established: established && when !== undefined ? [when] : [],
          });
          const legal = definition?.from.includes(state) === true && (when === undefined || established);
          expect(next.isOk()).toBe(legal);
          if (next.isErr()) continue;
          expect(next.value).toBe(definition!.to ?? state);
          state = next.value;
          expect(states).toContain(state);
        }
      }),
    );
  });

  it('draws every event', () => {
    for (const event of events) expect(lifecycleDiagram(lifecycle)).toContain(`: ${event}`);
  });
});

describe('the distribution lifecycle', () => {
  it('goes from draft through submission and approval to payment [U-C-006 U-C-078 U-C-079 U-C-081]', () => {
    const path = ['submitDistribution', 'approveDistribution', 'disburseDistribution'] as const;
    const end = path.reduce<keyof typeof distributionLifecycle.states>(
      (state, event) => distributionLifecycle.apply(state, event, { established: ['enoughApprovals'] })._unsafeUnwrap(),
      distributionLifecycle.initial,
    );
    expect(end).toBe('DISB');
    expect(Object.keys(distributionLifecycle.states)).toEqual(['DRAFT', 'REJ', 'SUB', 'APP', 'DISB']);
    expect(distributionLifecycle.eventsFrom('DISB')).toEqual(['reverseDistribution']);
  });

  it('is approved only when every approver has approved', () => {
    expect(distributionLifecycle.apply('SUB', 'approveDistribution')._unsafeUnwrapErr().code).toBe('CONDITION_NOT_MET');
  });

  it('can be edited as a draft and when rejected, and at no other time [U-C-082]', () => {
    const states = Object.keys(distributionLifecycle.states) as (keyof typeof distributionLifecycle.states)[];
    expect(states.filter((state) => distributionLifecycle.canApply(state, 'saveDistribution'))).toEqual([
      'DRAFT',
      'REJ',
    ]);
    expect(states.filter((state) => distributionLifecycle.canApply(state, 'addApprovers'))).toEqual([
      'DRAFT',
      'REJ',
      'SUB',
    ]);
  });
});
