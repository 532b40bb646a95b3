import { recordTypes } from '@carrara/contract/core/registry';
import type { Fields } from '@carrara/contract/core/fields';
import type { Permission } from '@carrara/contract/core/permissions';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import { type LifecycleName, findLifecycle, type lifecycles } from '@carrara/contract/lifecycles';
import type { EventOf, LifecycleEvent, StateOf } from '@carrara/domain/kernel/lifecycle';
import { requestComment } from '@carrara/ui/form/requestComment.tsx';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { createDialogNews, type DialogNews } from '@carrara/ui/feedback/DialogNotices.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWriteByName } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import type { MutationName } from '../../api/operations.ts';
import { useRememberAnswer } from '../../api/useRemember.ts';
import { useContinueTo } from '../../frame/useContinueTo.ts';
import { useSession } from '../../session/hooks.ts';
import { allows } from '../../session/sessionSlice.ts';
import { type FormDialogOptions, openFormDialog } from '../editor/FormDialog.tsx';
import { saveConfirmed } from '../editor/saveConfirmed.tsx';

interface MovedRecord {
  readonly id: string;
  readonly name: string;
  readonly rowVersion: number;
}
type MoveInput = Readonly<Record<string, unknown>>;
type ContinueTo = ReturnType<typeof useContinueTo>;

/** Details of a move that a feature adds to the lifecycle: texts with figures, or a call that serves several moves. */
export interface OwnMove {
  readonly label?: string;
  /** True if the move is the main action, to override the lifecycle. */
  readonly isMain?: boolean;
  readonly question?: {
    readonly title?: string;
    readonly text?: ReactNode;
    readonly confirmLabel?: string;
    readonly danger?: boolean;
  };
  readonly dialog?: Partial<
    Pick<FormDialogOptions, 'title' | 'fields' | 'initial' | 'saveLabel' | 'more' | 'check' | 'onChange'>
  >;
  readonly call?: MutationName;
  readonly argument?: (input: MoveInput) => unknown;
  readonly message?: (answer: MovedRecord) => string;
  /** Handles a refusal on the page, so that the dialog closes. False leaves the refusal to the dialog. */
  readonly handleRefusal?: (failure: unknown) => boolean;
  /** Returns the path to open after the move. */
  readonly to?: (answer: MovedRecord) => string | undefined;
  /** Replaces the confirmation, the call and the message. */
  readonly act?: () => Promise<unknown>;
}
export type OwnMoves<T extends LifecycleName> = {
  readonly [E in EventOf<(typeof lifecycles)[T]>]?: OwnMove | undefined;
};

const rowOf = (lifecycle: LifecycleName, event: string): LifecycleEvent<string> => {
  const row = findLifecycle(lifecycle).events[event];
  if (!row) throw new Error(`${lifecycle} has no move ${event}`);
  return row;
};

/** Returns the moves of a record in this state that the person may make, in the order of the lifecycle. */
export function useOpenMoves<T extends LifecycleName>(
  lifecycle: T,
  state: StateOf<(typeof lifecycles)[T]>,
): readonly string[] {
  const session = useSession();
  return Object.entries(findLifecycle(lifecycle).events)
    .filter(([, { from, permission }]) => from.includes(state) && allows(session, permission as Permission))
    .map(([event]) => event);
}

/**
 * Returns a function that makes a move: it asks for confirmation, calls, and reports success. A refusal appears in the dialog and changes nothing on
 * the page.
 */
function useMove<T extends LifecycleName>(
  lifecycle: T,
  event: EventOf<(typeof lifecycles)[T]>,
  record: MovedRecord,
  own: OwnMove,
  continueTo: ContinueTo,
): (news: DialogNews) => Promise<boolean> {
  const { button = { label: '' }, action, ends } = rowOf(lifecycle, event);
  const { id, name, rowVersion } = record;
  const call = own.call ?? (event as MutationName);
  const [write] = useWriteByName<MovedRecord>(call);
  const remember = useRememberAnswer(call);
  const usual = (input: MoveInput) =>
    ends ? { params: { id }, query: { rowVersion } } : { params: { id }, body: { rowVersion, ...input } };
  const send = async (input: MoveInput) => {
    const answer = await write(own.argument?.(input) ?? usual(input));
    remember(answer);
    return answer;
  };
  const announce = async (answer: MovedRecord) => {
    const done = `{name} ${typeof action === 'string' ? action : 'updated'} successfully`;
    toastSuccess(own.message?.(answer) ?? (button.message ?? done).replace('{name}', name));
    const { listAddress }: RecordType = recordTypes[lifecycle];
    const to = own.to ? own.to(answer) : ends ? listAddress : undefined;
    if (to) await continueTo(to);
  };
  const head = button.label.replace('…', '');
  const title = `${head} ${name}`;
  return async (news) => {
    if (own.act) {
      await own.act();
      return true;
    }
    if (button.fields) {
      let answer: MovedRecord | undefined;
      const save = async (input: MoveInput) => {
        answer = await saveConfirmed((confirmation) => send({ ...input, ...confirmation }));
      };
      const fields = button.fields as Fields;
      const more = () => (button.text === undefined ? null : <p>{button.text}</p>);
      const saved = await openFormDialog({ title, fields, saveLabel: head, more, ...own.dialog, save });
      if (answer) await announce(answer);
      return saved;
    }
    const text = own.question?.text ?? button.text;
    let answer: MovedRecord | undefined;
    const sendNow = async (input: MoveInput) => {
      try {
        answer = await send(input);
        return undefined;
      } catch (failure) {
        return own.handleRefusal?.(failure) ? undefined : failureText(failure);
      }
    };
    const question = {
      title,
      news,
      confirmLabel: head,
      danger: button.isDangerous === true,
      ...own.question,
      text: text ?? '',
    };
    const entered = button.comment
      ? await requestComment({
          ...question,
          label: 'Comment',
          required: button.comment === 'required',
          send: (comment) => sendNow({ comment }),
        })
      : text === undefined || (await confirm({ ...question, send: () => sendNow({}) }));
    if (entered === undefined || entered === false) return false;
    if (text === undefined && !button.comment) {
      const refusal = await sendNow({});
      if (refusal !== undefined) toastError(refusal);
    }
    if (answer) await announce(answer);
    return answer !== undefined;
  };
}

export interface MoveButtonProps<T extends LifecycleName> {
  readonly lifecycle: T;
  readonly event: EventOf<(typeof lifecycles)[T]>;
  readonly record: MovedRecord;
  readonly own?: OwnMove | undefined;
  /** True in a row of a list. */
  readonly isCompact?: boolean;
  /** The navigation of a parent that stays mounted when the move, and its button with it, disappears. */
  readonly continueTo?: ContinueTo;
}

/** A button that is disabled while its action runs, so that a second click has no effect. */
export function MoveButton<T extends LifecycleName>(props: MoveButtonProps<T>) {
  const { lifecycle, event, record, own, isCompact = false } = props;
  const continueTo = useContinueTo();
  const [busy, setBusy] = useState(false);
  const move = useMove(lifecycle, event, record, own ?? {}, props.continueTo ?? continueTo);
  const { button } = rowOf(lifecycle, event);
  const news = useChangeNotice(record);
  const press = () => {
    setBusy(true);
    void move(news()).finally(() => setBusy(false));
  };
  const style = isCompact
    ? ({ variant: 'subtle', size: 'compact-xs' } as const)
    : { variant: (own?.isMain ?? button?.isMain) ? 'filled' : 'default' };
  return (
    <Button {...style} disabled={busy} onClick={press}>
      {own?.label ?? button?.label}
    </Button>
  );
}

/** Informs the dialog of a move when the record changes behind it: when its version changes, or when its status removes the button. */
function useChangeNotice({ name, rowVersion }: MovedRecord): () => DialogNews {
  const news = useRef<ReturnType<typeof createDialogNews>>(undefined);
  useEffect(
    () => () =>
      news.current?.notify(`${name} has changed since you opened this dialog. Close it to see the current data.`),
    [name, rowVersion],
  );
  return () => {
    news.current = createDialogNews();
    return news.current;
  };
}

export interface MoveButtonsProps<T extends LifecycleName> {
  readonly lifecycle: T;
  readonly record: MovedRecord;
  /** The open moves: from `useOpenMoves`, or from the server. */
  readonly events: readonly string[];
  readonly own?: OwnMoves<T>;
  /** Buttons such as Edit, displayed between the buttons that end the record and the buttons that continue it. */
  readonly children?: ReactNode;
}

/** The buttons of the open moves. The main action comes last. */
export function MoveButtons<T extends LifecycleName>({
  lifecycle,
  record,
  events,
  own = {},
  children,
}: MoveButtonsProps<T>) {
  const rows = Object.entries(findLifecycle(lifecycle).events).filter(
    ([event, { button }]) => button && events.includes(event),
  );
  const continueTo = useContinueTo();
  const isMain = ([event, { button }]: (typeof rows)[number]) =>
    own[event as EventOf<(typeof lifecycles)[T]>]?.isMain ?? button?.isMain === true;
  const buttonsOf = (chosen: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(chosen).map(([event]) => {
      const name = event as EventOf<(typeof lifecycles)[T]>;
      return (
        <MoveButton
          key={event}
          lifecycle={lifecycle}
          event={name}
          record={record}
          own={own[name]}
          continueTo={continueTo}
        />
      );
    });
  return (
    <>
      {buttonsOf(([, { ends }]) => ends === true)}
      {children}
      {buttonsOf((row) => !row[1].ends && !isMain(row))}
      {buttonsOf((row) => !row[1].ends && isMain(row))}
    </>
  );
}
