import { err, type Failure, fail, ok, type Result } from './failure.ts';

/** One step of a record's life: from which states, to which, who may, and (if any) the condition that must hold. */
export interface LifecycleEvent<State extends string> {
  readonly from: readonly State[];
  /** Left out when the record stays in its state: an edit that only some states allow, or the removal of the record. */
  readonly to?: State;
  readonly permission: string;
  /** Name of a condition which the operation has to establish; without it the event is refused. */
  readonly when?: string;
}

/** Codes of the states with their labels, the state of a new record, and the events by operation name. */
export interface LifecycleDefinition<State extends string, Event extends string> {
  readonly states: Readonly<Record<State, string>>;
  readonly initial: NoInfer<State>;
  readonly events: Readonly<Record<Event, LifecycleEvent<NoInfer<State>>>>;
}

export interface Lifecycle<State extends string, Event extends string> extends LifecycleDefinition<State, Event> {
  /**
   * Whether the event exists for the state; a `when` condition is not looked at (a button may be shown, then refused).
   */
  canApply(state: State, event: Event): boolean;
  /**
   * The state after an event.
   *
   * Fails: WRONG_STATE when the event does not start from the state; CONDITION_NOT_MET when the event has a `when`
   *        condition that is not among `established`.
   */
  apply(state: State, event: Event, established?: readonly string[]): Result<State, Failure>;
  /** The events that start from a state, in the order of their definition: the buttons of a screen. */
  eventsFrom(state: State): readonly Event[];
}

export type StateOf<L> = L extends Lifecycle<infer State, string> ? State : never;
export type EventOf<L> = L extends Lifecycle<string, infer Event> ? Event : never;

/**
 * Turns states and events, written as data, into the questions that operations, buttons and diagrams ask.
 *
 * A record moves only through `apply`; a state that no event leaves is final.
 */
export function defineLifecycle<const State extends string, const Event extends string>(
  definition: LifecycleDefinition<State, Event>,
): Lifecycle<State, Event> {
  const names = Object.keys(definition.events) as Event[];
  const canApply = (state: State, event: Event) => definition.events[event]?.from.includes(state) ?? false;
  return {
    ...definition,
    canApply,
    apply(state, event, established = []) {
      if (!canApply(state, event)) {
        return err(fail('WRONG_STATE', ['status'], `It is ${definition.states[state]}.`));
      }
      const { to, when } = definition.events[event];
      if (when !== undefined && !established.includes(when)) {
        return err(fail('CONDITION_NOT_MET', ['status'], `${event} needs: ${when}`));
      }
      return ok(to ?? state);
    },
    eventsFrom: (state) => names.filter((event) => canApply(state, event)),
  };
}

/** The lifecycle as a Mermaid state diagram, for the documentation. */
export function lifecycleDiagram(lifecycle: LifecycleDefinition<string, string>): string {
  const states = Object.entries(lifecycle.states).map(([code, label]) => `  ${code}: ${label}`);
  const steps = Object.entries(lifecycle.events).flatMap(([name, { from, to, when }]) =>
    from.map((state) => `  ${state} --> ${to ?? state}: ${name}${when === undefined ? '' : ` [${when}]`}`),
  );
  return ['stateDiagram-v2', ...states, `  [*] --> ${lifecycle.initial}`, ...steps].join('\n');
}
