import { err, ok, type Result } from 'neverthrow';
import type { Failure, FailureCode, Path } from '../index.ts';

/** What a move is refused with where the product has words of its own for it; `{name}` stands for the record's. */
export interface Refusal {
  readonly code: FailureCode;
  readonly path: Path;
  readonly text: string;
}

/** A field that the dialog of a move asks for and its call takes, by the name that it has there; its kind is one of the contract's. */
export interface AskedField {
  readonly kind: string;
  readonly title: string;
  readonly required?: boolean;
}

/** The call of a move: `POST <address of the record>/<path>`, as the contract makes it. */
export interface MoveCall {
  readonly path: string;
  readonly summary: string;
  /** What it may be refused with beside a wrong state and a stale version. */
  readonly failures?: readonly FailureCode[];
}

/** The button of a move, and what is asked before it is made: fields, a comment, or yes and no; nothing where none of them is given. */
export interface MoveButton {
  /** Dots say that something is asked first; without them it is the head of the dialog, before the record's name, and its button. */
  readonly label: string;
  readonly isMain?: true;
  readonly isDangerous?: true;
  readonly text?: string;
  readonly comment?: 'optional' | 'required';
  readonly fields?: Readonly<Record<string, AskedField>>;
  /** What is said after it; `{name} submitted successfully`, by the deed, where it says nothing else. */
  readonly told?: string;
}

/** One step of a record's life. What is said of it here is said nowhere else. */
export interface LifecycleEvent<State extends string> {
  readonly from: readonly State[];
  /** Left out when the record stays in its state: an edit that only some states allow. */
  readonly to?: State;
  /** The record is gone after it. */
  readonly ends?: true;
  readonly permission: string;
  /** Name of a condition which the operation has to establish; without it the event is refused. */
  readonly when?: string;
  /** In the trail of changes, after the record's name: 'submitted'. Or also what stands before it: ['Approvers of distribution', 'added']. */
  readonly deed?: string | readonly [thing: string, done: string];
  readonly call?: MoveCall;
  readonly button?: MoveButton;
}

/** Events by the name of the operation, which endpoint, hook and trail share. */
export type LifecycleEvents<State extends string> = Readonly<Record<string, LifecycleEvent<State>>>;

/** Codes of the states with their texts in the order of lists, the state of a new record, and the events in the order of buttons. */
export interface LifecycleDefinition<State extends string, Events extends LifecycleEvents<State>> {
  readonly states: Readonly<Record<State, string>>;
  readonly initial: NoInfer<State>;
  /** In what words a state refuses; the others say that it is so: 'It is Submitted.' */
  readonly refusals?: { readonly [S in NoInfer<State>]?: Refusal };
  readonly events: Events;
}

/** What an operation knows of the record beside its state. */
export interface Known {
  readonly established?: readonly string[];
  readonly name?: string;
}

export interface Lifecycle<State extends string, Events extends LifecycleEvents<State>>
  extends LifecycleDefinition<State, Events> {
  /**
   * Whether the event exists for the state; a `when` condition is not looked at (a button may be shown, then refused).
   */
  canApply(state: State, event: keyof Events & string): boolean;
  /**
   * The state after an event.
   *
   * Fails: WRONG_STATE, or what the state refuses with, when the event does not start from the state; CONDITION_NOT_MET when the event has a
   *        `when` condition that is not among those established.
   */
  apply(state: State, event: keyof Events & string, known?: Known): Result<State, Failure>;
  /** The events that start from a state, in the order of their definition: the buttons of a screen. */
  eventsFrom(state: State): readonly (keyof Events & string)[];
}

/** A lifecycle of any record, where which one it is does not matter. */
export type AnyLifecycle = LifecycleDefinition<string, LifecycleEvents<string>>;
export type StateOf<L extends { readonly states: object }> = keyof L['states'] & string;
export type EventOf<L extends { readonly events: object }> = keyof L['events'] & string;
/** The events that have a call of their own. */
export type CalledEventOf<L extends { readonly events: object }> = {
  [E in keyof L['events']]: L['events'][E] extends { readonly call: MoveCall } ? E : never;
}[keyof L['events']] &
  string;

/**
 * Turns states and events, written as data, into the questions that operations, buttons and diagrams ask.
 *
 * A record moves only through `apply`; a state that no event leaves is final.
 */
export function defineLifecycle<const State extends string, const Events extends LifecycleEvents<State>>(
  definition: LifecycleDefinition<State, Events>,
): Lifecycle<State, Events> {
  const events: LifecycleEvents<State> = definition.events;
  const refusals: { readonly [S in State]?: Refusal } = definition.refusals ?? {};
  const canApply = (state: State, event: string) => events[event]?.from.includes(state) ?? false;
  return {
    ...definition,
    canApply,
    apply(state, event, { established = [], name = '' } = {}) {
      if (!canApply(state, event)) {
        const { code, path, text } = refusals[state] ?? wrongState(definition.states[state]);
        return err({ code, path, detail: text.replace('{name}', name) });
      }
      const { to, when } = events[event]!;
      if (when !== undefined && !established.includes(when)) {
        return err({ code: 'CONDITION_NOT_MET', path: ['status'], detail: `${event} needs: ${when}` });
      }
      return ok(to ?? state);
    },
    eventsFrom: (state) => Object.keys(events).filter((event) => canApply(state, event)),
  };
}

const wrongState = (text: string): Refusal => ({ code: 'WRONG_STATE', path: ['status'], text: `It is ${text}.` });

/** The lifecycle as a Mermaid state diagram, for the documentation. */
export function lifecycleDiagram({ states, initial, events }: AnyLifecycle): string {
  const texts = Object.entries(states).map(([code, text]) => `  ${code}: ${text}`);
  const steps = Object.entries(events).flatMap(([name, { from, to, ends, when }]) =>
    from.map(
      (state) => `  ${state} --> ${ends ? '[*]' : (to ?? state)}: ${name}${when === undefined ? '' : ` [${when}]`}`,
    ),
  );
  return ['stateDiagram-v2', ...texts, `  [*] --> ${initial}`, ...steps].join('\n');
}
