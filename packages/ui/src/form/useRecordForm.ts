import type { Fields } from '@carrara/contract/core/fields';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { confirm } from '../feedback/questions.tsx';
import { toastError } from '../feedback/toasts.ts';
import { missingOfAddress } from './addressParts.ts';
import { fieldError, type Values, valuesToSave } from './fieldRules.ts';
import { useServerAnswersAgain } from './serverAnswers.ts';
import { useStoredInput } from './useStoredInput.ts';

/** A refusal of the server. Its path names the field; without one, it is about the whole form. */
export interface SaveFailure {
  readonly path?: string | undefined;
  readonly message: string;
  readonly status?: number | undefined;
  /** True if the person has already decided how to handle it, so that there is nothing left to report. */
  readonly isSettled?: boolean | undefined;
}

export interface RecordFormOptions {
  readonly fields: Fields;
  readonly initial: Values;
  /**
   * Finds mistakes that no single field can, such as one date before another or a cell of a row. Keyed by path: `carryEligibleDate`,
   * `details.0.rate`.
   */
  readonly check?: ((values: Values) => Readonly<Record<string, string | undefined>>) | undefined;
  /** Saves the values. Returns nothing, or why it was refused. `all` also has values outside the fields, such as the rows of a schedule. */
  readonly onSave: (
    values: Record<string, unknown>,
    all: Values,
  ) => Promise<readonly SaveFailure[] | undefined> | Promise<void>;
  /** The name of the form on its page. Unsaved input is stored under it until it is saved or discarded. */
  readonly storeAs?: string | undefined;
  /** Editors display a refusal with its HTTP status, as specified. Dialogs display only the sentence. */
  readonly reportsStatus?: boolean | undefined;
  /** Additional values that are edited and stored together with the form. */
  readonly extra?: ExtraValues | undefined;
}

/** A part of an editor with its own state, such as the entries of a profile. */
interface ExtraValues {
  /** Undefined if nothing has changed. */
  readonly changed: unknown;
  readonly restore: (stored: unknown) => void;
}

export const invalidFormText = 'Please correct the marked fields.';

type Errors = Readonly<Record<string, string>>;
const noErrors: Errors = {};

/**
 * The state of a form over a field table. A mistake appears once its field is left or the form is submitted. It disappears with its cause, even if
 * that is in another field. A refusal of the server stays at its field until the field changes.
 */
export function useRecordForm({ fields, initial, check, onSave, storeAs, reportsStatus, extra }: RecordFormOptions) {
  const id = useId();
  const { values, latest, changes, isChanged, put, markSaved, reset } = useFormValues(initial);
  const [isSaving, setSaving] = useState(false);
  const formErrors = useFormErrors(id, { fields, check, reportsStatus }, { values, isSaving });
  const { changed } = formErrors;
  const isVisible = useIsVisible();
  const running = useRef(false);
  const set = useCallback(
    (name: string, value: unknown) => {
      put({ [name]: typeof value === 'function' ? (value as (now: unknown) => unknown)(latest.current[name]) : value });
      changed(name);
    },
    [put, latest, changed],
  );
  const stored = useStoredInput({
    name: storeAs,
    changes,
    extra: extra?.changed,
    basis: typeof initial['rowVersion'] === 'number' ? initial['rowVersion'] : undefined,
    restore: (restored, part) => {
      put(restored);
      if (part !== undefined) extra?.restore(part);
    },
  });
  const save = async () => {
    // A second press finds the first one running, even while a question is open.
    if (running.current) return;
    running.current = true;
    try {
      await saveOnce();
    } finally {
      running.current = false;
    }
  };
  const saveOnce = async () => {
    // Otherwise a form without input would be saved, and the stored input would be lost.
    if (stored.offered && extra?.changed === undefined && !isChanged())
      return formErrors.refuse('You have unsaved input. Restore or discard it before you save.');
    if (!formErrors.checkAll(latest.current)) return;
    if (!(await mayDropAddress(fields, latest.current))) return;
    formErrors.clear();
    setSaving(true);
    stored.save();
    try {
      const sent = latest.current;
      const failures = (await onSave(valuesToSave(fields, sent), sent)) ?? [];
      if (failures.length === 0) {
        markSaved(sent);
        formErrors.forgetJudged();
        stored.drop();
        return;
      }
      if (failures.every(({ isSettled }) => isSettled)) return;
      // The form is no longer visible, so a toast reports that it was not saved.
      if (!isVisible.current) return toastError(`${storeAs ?? 'It'} was not saved. ${messageOf(failures)}`);
      formErrors.report(failures);
    } finally {
      setSaving(false);
    }
  };
  return {
    fields,
    id,
    values,
    errors: formErrors.errors,
    formError: formErrors.formError,
    isSaving,
    isDirty: Object.keys(changes).length > 0,
    /** Unsaved input from an earlier visit, to be offered. */
    storedInput: stored,
    set,
    blur: formErrors.blur,
    /** Marks the fields with mistakes, and returns true if there are none. */
    check: () => formErrors.checkAll(latest.current),
    report: formErrors.report,
    reset: () => {
      reset();
      formErrors.reset();
    },
    save,
  };
}

/** The values of a form and their changes since it was opened or saved. `latest` has them before the next render. */
function useFormValues(initial: Values) {
  const [start, setStart] = useState<Values>(initial);
  const [values, setValues] = useState<Values>(initial);
  const latest = useRef<Values>(initial);
  const put = useCallback((next: Values) => {
    latest.current = { ...latest.current, ...next };
    setValues(latest.current);
  }, []);
  const changes = useMemo(
    () => Object.fromEntries(changedIn(values, start).map((name) => [name, values[name]])),
    [values, start],
  );
  const reset = () => {
    latest.current = start;
    setValues(start);
  };
  const isChanged = () => changedIn(latest.current, start).length > 0;
  return { values, latest, changes, isChanged, put, markSaved: setStart, reset };
}

/** A form's mistakes, visible once their field was left or a save was tried, and the refusals of the server. */
function useFormErrors(
  id: string,
  { fields, check, reportsStatus }: Pick<RecordFormOptions, 'fields' | 'check' | 'reportsStatus'>,
  { values, isSaving }: { readonly values: Values; readonly isSaving: boolean },
) {
  /** Fields that were left, or that a save was tried with. */
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Errors>(noErrors);
  const [message, setMessage] = useState<string>();
  const [isUnanswered, setUnanswered] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>();

  const mistakes = mistakesIn(values, { fields, check });
  const visible = Object.entries(mistakes).filter(([path]) => judged.has(path));
  const errors: Errors = { ...Object.fromEntries(visible), ...refused };
  const hasMistakes = Object.keys(errors).length > 0;

  // Only after the save ends, because fields can't get the focus while it runs.
  const order = useMemo(() => Object.keys(fields), [fields]);
  useEffect(() => {
    if (wrong && !isSaving) focusFirstError(document.getElementById(id), wrong, order);
  }, [wrong, isSaving, id, order]);

  // A connection error stays until a call succeeds; a refusal stays until its field is corrected.
  useServerAnswersAgain(
    useCallback(() => {
      if (isUnanswered) setMessage(undefined);
    }, [isUnanswered]),
  );
  const refuse = (text: string | undefined, byPath: Errors, all: readonly string[] | undefined) => {
    setMessage(text);
    setRefused(byPath);
    setWrong(all);
  };
  return {
    errors,
    formError: message ?? (hasMistakes && wrong ? invalidFormText : undefined),
    /** Drops the errors of a changed field. The field is checked again when it loses the focus. */
    changed: useCallback((name: string) => {
      setMessage(undefined);
      const stays = (path: string) => !isWithin(path, name) && !isWithin(name, path);
      setRefused((before) => only(before, stays));
      setJudged((before) => (before.has(name) ? new Set([...before].filter((path) => path !== name)) : before));
    }, []),
    blur: (name: string) =>
      setJudged((before) =>
        before.has(name)
          ? before
          : new Set([...before, name, ...Object.keys(mistakes).filter((path) => isCross(path, fields, values))]),
      ),
    /** Checks all fields before a save, and returns true if there is no mistake. */
    checkAll: (now: Values): boolean => {
      const paths = Object.keys(mistakesIn(now, { fields, check }));
      setJudged(new Set([...order, ...paths]));
      if (paths.length > 0) refuse(undefined, noErrors, paths);
      return paths.length === 0;
    },
    /** Displays each refusal of the server at its field. */
    report: (failures: readonly SaveFailure[]) => {
      setUnanswered(failures.every(({ status }) => status === 503));
      const { fieldErrors: atFields, other } = failuresAtFields(document.getElementById(id), failures);
      const status = reportsStatus ? other.find((saveFailure) => saveFailure.status !== undefined)?.status : undefined;
      const text = other.length > 0 ? messageOf(other) : undefined;
      refuse(status === undefined ? text : `${String(status)} ${text ?? ''}`, atFields, Object.keys(atFields));
    },
    refuse: (text: string) => refuse(text, noErrors, []),
    clear: () => refuse(undefined, noErrors, undefined),
    forgetJudged: () => setJudged(new Set()),
    reset: () => {
      setJudged(new Set());
      refuse(undefined, noErrors, []);
    },
  };
}

function mistakesIn(values: Values, { fields, check }: Pick<RecordFormOptions, 'fields' | 'check'>): Errors {
  const own = Object.entries(fields).map(
    ([name, field]) => [name, field.readOnly ? undefined : fieldError(field, values[name])] as const,
  );
  const found = [...Object.entries(check?.(values) ?? {}), ...own];
  // A problem of one field comes before a problem of several fields together.
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** True in `current` while the component is mounted. */
function useIsVisible() {
  const isVisible = useRef(false);
  useEffect(() => {
    isVisible.current = true;
    return () => {
      isVisible.current = false;
    };
  }, []);
  return isVisible;
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

/** True if a field is filled in and valid alone, so that its mistake involves another field. It appears when either of them is left. */
const isCross = (path: string, fields: Fields, values: Values): boolean => {
  const field = fields[path];
  return field !== undefined && Boolean(values[path]) && fieldError(field, values[path]) === undefined;
};

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);

const only = (errors: Errors, isIncluded: (path: string) => boolean): Errors => {
  const included = Object.entries(errors).filter(([path]) => isIncluded(path));
  return included.length === Object.keys(errors).length ? errors : Object.fromEntries(included);
};

/** Joins the messages without repeating any. */
const messageOf = (failures: readonly SaveFailure[]): string =>
  [...new Set(failures.map(({ message }) => message))].join(' ');

const textOf = (value: unknown): string => JSON.stringify(value === '' || value === undefined ? null : value);

/** The names of the values that have changed since the form was opened. */
function changedIn(values: Values, start: Values): readonly string[] {
  return [...new Set([...Object.keys(start), ...Object.keys(values)])].filter(
    (name) => values[name] !== start[name] && textOf(values[name]) !== textOf(start[name]),
  );
}

/** An incomplete address isn't saved. Asks before it is dropped. */
async function mayDropAddress(fields: Fields, values: Values): Promise<boolean> {
  for (const [name, field] of Object.entries(fields)) {
    const missing = field.kind === 'address' && !field.readOnly ? missingOfAddress(values[name]) : [];
    if (missing.length === 0) continue;
    const text = `${field.title} is missing ${missing.join(', ')}. Incomplete addresses aren’t saved.`;
    const labels = { confirmLabel: 'Save without the address', cancelLabel: 'Complete the address' };
    if (!(await confirm({ title: 'The address is incomplete', text, ...labels }))) return false;
  }
  return true;
}

/** Displays each refusal at the nearest location on the form: its cell, its row or its field. The rest is at the top. */
function failuresAtFields(root: HTMLElement | null, failures: readonly SaveFailure[]) {
  const fieldErrors: Record<string, string> = {};
  const other: SaveFailure[] = [];
  for (const failure of failures) {
    const position = failure.path === undefined ? undefined : nearestPosition(root, failure.path);
    if (position === undefined) other.push(failure);
    else
      fieldErrors[position] = fieldErrors[position] ? `${fieldErrors[position]} ${failure.message}` : failure.message;
  }
  return { fieldErrors, other };
}

const positionIn = (root: HTMLElement | null, path: string) =>
  root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`) ?? undefined;

function nearestPosition(root: HTMLElement | null, path: string): string | undefined {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const outer = parts.slice(0, length).join('.');
    if (positionIn(root, outer)) return outer;
  }
  return undefined;
}

/** Scrolls the form's message into view, then focuses the first mistake. */
function focusFirstError(root: HTMLElement | null, wrong: readonly string[], order: readonly string[]): void {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  root?.scrollIntoView({ block: 'start', behavior: reduced ? 'auto' : 'smooth' });
  const first = order.find((name) => wrong.includes(name)) ?? wrong[0];
  const position = first === undefined ? undefined : positionIn(root, first);
  const input = position?.matches('input, textarea, select')
    ? position
    : position?.querySelector<HTMLElement>('input, textarea, select, button');
  input?.focus({ preventScroll: true });
}
