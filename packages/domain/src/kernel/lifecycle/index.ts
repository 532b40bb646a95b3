import { err, ok, type Result } from 'neverthrow';
import type { Failure, FailureCode, Path } from '../index.ts';

/** The failure of a move if the product has its own message for it. `{name}` is replaced with the record's name. */
export interface Refusal {
  readonly code: FailureCode;
  readonly path: Path;
  readonly text: string;
}

/** A field that the dialog of a move displays and its call accepts under the same name. Its kind is one of the contract's. */
export interface RequestedField {
  readonly kind: string;
  readonly title: string;
  readonly required?: boolean;
}

/** The API call of a move: `POST <address of the record>/<path>`. The contract builds it from this. */
interface MoveCall {
  readonly path: string;
  readonly summary: string;
  /** Possible failures in addition to a wrong state and a stale version. */
  readonly failures?: readonly FailureCode[];
}

/** The button of a move and its dialog: fields, a comment, or a yes/no question. Without any of these, there is no dialog. */
interface MoveButton {
  /** An ellipsis means that a dialog opens first. Without it, the label is also the dialog's title, before the record's name, and its button. */
  readonly label: string;
  readonly isMain?: true;
  readonly isDangerous?: true;
  readonly text?: string;
  readonly comment?: 'optional' | 'required';
  readonly fields?: Readonly<Record<string, RequestedField>>;
  /** The message after the move. Defaults to `{name} submitted successfully`, using the past participle of the move. */
  readonly message?: string;
}

/** A step in a record's lifecycle. Its properties are defined only here. */
export interface LifecycleEvent<State extends string> {
  readonly from: readonly State[];
  /** Omitted if the record stays in its state, as for an edit that only some states allow. */
  readonly to?: State;
  /** True if the record is gone after the event. */
  readonly ends?: true;
  readonly permission: string;
  /** The name of a condition that the operation has to establish. Without it, the event is rejected. */
  readonly when?: string;
  /**
   * The text in the audit log after the record's name: 'submitted'. May also include the text before the name: ['Approvers of distribution',
   * 'added'].
   */
  readonly action?: string | readonly [thing: string, done: string];
  /** True for an approval, posting, payment or release. Nobody must be able to remove it from the audit log afterwards. */
  readonly isDecision?: true;
  readonly call?: MoveCall;
  readonly button?: MoveButton;
}

/** Events by the name of the operation, which endpoint, hook and audit log share. */
export type LifecycleEvents<State extends string> = Readonly<Record<string, LifecycleEvent<State>>>;

/** The states with their texts in display order, the state of a new record, and the events in the order of buttons. */
export interface LifecycleDefinition<State extends string, Events extends LifecycleEvents<State>> {
  readonly states: Readonly<Record<State, string>>;
  readonly initial: NoInfer<State>;
  /** The message with which a state rejects events. Other states only name themselves. */
  readonly refusals?: { readonly [S in NoInfer<State>]?: Refusal };
  readonly events: Events;
}

/** Facts that an operation passes in addition to the state. */
interface Existing {
  readonly established?: readonly string[];
  readonly name?: string;
}

export interface Lifecycle<State extends string, Events extends LifecycleEvents<State>>
  extends LifecycleDefinition<State, Events> {
  /** Returns true if the event is possible in the state. `when` conditions are ignored: a button may be displayed and the event then rejected. */
  canApply(state: State, event: keyof Events & string): boolean;
  /**
   * Returns the state after an event.
   *
   * Fails: WRONG_STATE, or the state's own failure, if the event does not start from the state; CONDITION_NOT_MET if the event has a
   *        `when` condition that is not among those established.
   */
  apply(state: State, event: keyof Events & string, existing?: Existing): Result<State, Failure>;
  /** Returns the events that start from a state, in the order of their definition. Screens display them as buttons. */
  eventsFrom(state: State): readonly (keyof Events & string)[];
}

/** The lifecycle of any kind of record. */
export type AnyLifecycle = LifecycleDefinition<string, LifecycleEvents<string>>;
export type StateOf<L extends { readonly states: object }> = keyof L['states'] & string;
export type EventOf<L extends { readonly events: object }> = keyof L['events'] & string;
/** The events that have their own API call. */
export type CalledEventOf<L extends { readonly events: object }> = {
  [E in keyof L['events']]: L['events'][E] extends { readonly call: MoveCall } ? E : never;
}[keyof L['events']] &
  string;

/**
 * Creates a lifecycle from states and events defined as data. Operations, buttons and diagrams query it.
 *
 * A record moves only through `apply`. A state without outgoing events is final.
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
      const move = events[event];
      if (!move?.from.includes(state)) {
        const { code, path, text } = refusals[state] ?? wrongState(definition.states[state]);
        return err({ code, path, detail: text.replace('{name}', name) });
      }
      const { to, when } = move;
      if (when !== undefined && !established.includes(when)) {
        return err({ code: 'CONDITION_NOT_MET', path: ['status'], detail: `${event} needs: ${when}` });
      }
      return ok(to ?? state);
    },
    eventsFrom: (state) => Object.keys(events).filter((event) => canApply(state, event)),
  };
}

const wrongState = (text: string): Refusal => ({
  code: 'WRONG_STATE',
  path: ['status'],
  text: `This isn’t possible while the status is ${text}.`,
});

/** Returns the lifecycle as a Mermaid state diagram, for the documentation. */
export function lifecycleDiagram({ states, initial, events }: AnyLifecycle): string {
  const texts = Object.entries(states).map(([code, text]) => `  ${code}: ${text}`);
  const steps = Object.entries(events).flatMap(([name, { from, to, ends, when }]) =>
    from.map(
      (state) => `  ${state} --> ${ends ? '[*]' : (to ?? state)}: ${name}${when === undefined ? '' : ` [${when}]`}`,
    ),
  );
  return ['stateDiagram-v2', ...texts, `  [*] --> ${initial}`, ...steps].join('\n');
}
