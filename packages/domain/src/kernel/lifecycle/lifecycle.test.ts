import { describe, expect, it } from 'vitest';
import { defineLifecycle, type EventOf, lifecycleDiagram, type StateOf } from './index.ts';

const door = defineLifecycle({
  states: { OPEN: 'Open', SHUT: 'Shut', LOCKED: 'Locked' },
  initial: 'OPEN',
  refusals: { LOCKED: { code: 'ARCHIVED', path: ['key'], text: '{name} is locked.' } },
  events: {
    shutDoor: { from: ['OPEN'], to: 'SHUT', permission: 'door.use' },
    paintDoor: { from: ['OPEN'], permission: 'door.paint' },
    openDoor: { from: ['SHUT'], to: 'OPEN', permission: 'door.use' },
    lockDoor: { from: ['SHUT'], to: 'LOCKED', permission: 'door.lock', when: 'keyIsAtHand' },
    removeDoor: { from: ['OPEN'], ends: true, permission: 'door.remove' },
  },
});
const state: StateOf<typeof door> = 'SHUT';
const event: EventOf<typeof door> = 'lockDoor';

describe('a lifecycle', () => {
  it('lists the events of a state in the order of their definition', () => {
    expect(door.eventsFrom(state)).toEqual(['openDoor', 'lockDoor']);
    expect(door.eventsFrom('LOCKED')).toEqual([]);
    expect(door.canApply('OPEN', 'openDoor')).toBe(false);
  });

  it('only moves by legal events', () => {
    expect(door.apply(door.initial, 'shutDoor')._unsafeUnwrap()).toBe('SHUT');
    expect(door.apply('OPEN', 'paintDoor')._unsafeUnwrap()).toBe('OPEN');
    expect(door.apply('SHUT', 'paintDoor')._unsafeUnwrapErr()).toEqual({
      code: 'WRONG_STATE',
      path: ['status'],
      detail: 'This isn’t possible while the status is Shut.',
    });
    expect(door.apply('OPEN', 'explode' as 'openDoor')._unsafeUnwrapErr().code).toBe('WRONG_STATE');
  });

  it('refuses with the message of the state, if it has one', () => {
    expect(door.apply('LOCKED', 'openDoor', { name: 'The barn' })._unsafeUnwrapErr()).toEqual({
      code: 'ARCHIVED',
      path: ['key'],
      detail: 'The barn is locked.',
    });
  });

  it('checks the condition of an event', () => {
    expect(door.apply(state, event)._unsafeUnwrapErr().code).toBe('CONDITION_NOT_MET');
    expect(door.apply(state, event, { established: ['keyIsAtHand'] })._unsafeUnwrap()).toBe('LOCKED');
  });

  it('prints its diagram', () => {
    expect(lifecycleDiagram(door)).toBe(`stateDiagram-v2
  OPEN: Open
  SHUT: Shut
  LOCKED: Locked
  [*] --> OPEN
  OPEN --> SHUT: shutDoor
  OPEN --> OPEN: paintDoor
  SHUT --> OPEN: openDoor
  SHUT --> LOCKED: lockDoor [keyIsAtHand]
  OPEN --> [*]: removeDoor`);
  });
});
