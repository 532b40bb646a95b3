import { Button, Modal } from '@mantine/core';
import {
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Banner } from './Banner.tsx';
import styles from './feedback.module.css';
import { registerCloser } from './openDialogs.ts';
import { registerUnsaved, leavesDialogs } from './unsavedInput.ts';

export interface DialogFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `wide` is for a table of figures. */
  readonly size?: 'md' | 'lg' | 'xl' | 'wide';
  /** An alert closes only by its button. */
  readonly alert?: boolean;
  /** True if the dialog offers its input again when it is reopened. Closing it then asks nothing. */
  readonly preservesInput?: boolean;
}

const typedText = 'Your input hasn’t been saved. Leave without saving?';

/** Sets the question to ask before the surrounding dialog closes, or clears it. */
const BeforeLeave = createContext<(question: string | undefined) => void>(() => undefined);

/** Makes the surrounding dialog ask this before Escape, its close button or navigation closes it. For content that is displayed only once. */
export function useConfirmLeaving(question: string): void {
  const confirm = useContext(BeforeLeave);
  useEffect(() => {
    confirm(question);
    return () => confirm(undefined);
  }, [confirm, question]);
}

/**
 * The frame of every dialog, with a title and a named close button. The focus stays inside and returns on close. Escape closes the dialog, but never
 * discards typed input without a question.
 */
export function DialogFrame({
  title,
  onClose,
  children,
  size = 'md',
  alert = false,
  preservesInput = false,
}: DialogFrameProps) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => registerCloser(() => close.current()), []);
  const [opener] = useState(() => openerOf(document.activeElement));
  useLayoutEffect(
    // The dialog disappears with its answer, so nothing else would restore the focus.
    () => () => {
      const focused = document.activeElement;
      if (focused === document.body || focused?.closest('[role=dialog]')) opener?.focus({ preventScroll: true });
    },
    [opener],
  );
  const { hasTyped, ...watching } = useTypedInput();
  const [oneTimeSecret, setOneTimeSecret] = useState<string>();
  const [isPrompting, setPrompting] = useState(false);
  const question = () => oneTimeSecret ?? (!preservesInput && hasTyped() ? typedText : undefined);
  const leave = () => (question() === undefined ? onClose() : setPrompting(true));
  const blockingQuestion = useEffectEvent(() => (alert ? undefined : question()));
  useLayoutEffect(
    () =>
      registerUnsaved({
        question: (step) => (!step || leavesDialogs(step) ? blockingQuestion() : undefined),
        onRequested: () => setPrompting(false),
      }),
    [],
  );
  return (
    <Modal
      opened
      onClose={alert ? onClose : leave}
      title={title}
      size={size === 'wide' ? 'min(1120px, 96vw)' : size}
      withCloseButton={!alert}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        title: styles.dialogTitle ?? '',
        header: styles.dialogHeader ?? '',
        body: styles.dialogBody ?? '',
        content: styles.dialogContent ?? '',
      }}
    >
      {isPrompting ? (
        <Banner
          tone="warn"
          action={
            <span className={styles.choices}>
              <Button size="compact-sm" ref={focusOn} onClick={() => setPrompting(false)}>
                Stay
              </Button>
              <Button size="compact-sm" color="red" onClick={onClose}>
                Leave
              </Button>
            </span>
          }
        >
          {oneTimeSecret ?? typedText}
        </Banner>
      ) : null}
      <div className={styles.dialogParts} {...watching} ref={beginAtField}>
        <BeforeLeave value={setOneTimeSecret}>{children}</BeforeLeave>
      </div>
    </Modal>
  );
}

/** Defined once, because a new function at each render would move the focus again. */
const focusOn = (button: HTMLButtonElement | null): void => button?.focus();

/** Focuses the first field of a form instead of the close button above it, unless the form sets the focus itself. */
const beginAtField = (parts: HTMLElement | null): void => {
  if (parts?.querySelector('[data-autofocus]') !== null) return;
  const field = parts.querySelector('form :is(input:not([type=hidden], [type=file]), textarea):enabled');
  field?.setAttribute('data-autofocus', '');
};

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (element: Element): element is Field => element.matches('input, textarea');
const reservedFor = (field: Field): string =>
  field.type === 'checkbox' || field.type === 'radio' ? String((field as HTMLInputElement).checked) : field.value;

/**
 * True if a person has changed something in the dialog. Inputs that only choose what is displayed (`data-only-shows`)
 * don't count. A field that has the focus from the start may still get its value from a read. Its value therefore
 * counts only after the person's first key or click.
 */
function useTypedInput() {
  const before = useRef(new Map<Field, string | undefined>());
  const hasActed = useRef(false);
  const onAction = () => {
    hasActed.current = true;
    for (const [field, value] of before.current) if (value === undefined) before.current.set(field, reservedFor(field));
  };
  return {
    onFocusCapture: ({ target }: FocusEvent) => {
      if (!isField(target) || target.closest('[data-only-shows]') || before.current.has(target)) return;
      before.current.set(target, hasActed.current ? reservedFor(target) : undefined);
    },
    onKeyDownCapture: onAction,
    onPointerDownCapture: onAction,
    // Dictated and autofilled input comes without a key. It counts as typed while the field is not empty.
    onInputCapture: ({ target }: FormEvent) => {
      if (!(target instanceof Element) || !isField(target) || !before.current.has(target)) return;
      before.current.set(target, before.current.get(target) ?? '');
    },
    hasTyped: () =>
      [...before.current].some(
        ([field, value]) => value !== undefined && field.isConnected && reservedFor(field) !== value,
      ),
  };
}

/** The element that gets the focus back: the button that opened the dialog, or the menu button if it was a menu item. */
function openerOf(focused: Element | null): HTMLElement | undefined {
  const menu = focused?.closest('[role=menu]');
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return button instanceof HTMLElement ? button : undefined;
}

interface DialogActionsProps {
  /** Closes the dialog without doing anything. If set, there is a button for it. */
  readonly onCancel?: () => void;
  readonly cancelLabel?: string;
  /** The other buttons, with the main one last. */
  readonly children?: ReactNode;
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ onCancel, cancelLabel = 'Cancel', children }: DialogActionsProps) {
  return (
    <div className={styles.dialogActions}>
      {onCancel ? (
        <Button variant="default" onClick={() => onCancel()}>
          {cancelLabel}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
