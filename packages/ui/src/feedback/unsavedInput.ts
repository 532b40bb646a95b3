interface Editor {
  readonly pathname: string;
  readonly search: string;
  /** The input that the step would discard. */
  readonly state?: unknown;
}

/** A step from one address to another, as the router reports it. */
export interface Step {
  readonly from: Editor;
  readonly to: Editor;
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

/** A part of the page with input that leaving the page would discard. */
export interface UnsavedInput {
  /** Returns the question to ask before the input is discarded, or undefined if the step loses nothing. Without a step, the whole page is left. */
  readonly question: (step?: Step) => string | undefined;
  /** Called when the page asks before it is left, so that the part doesn't ask again. */
  readonly onRequested?: () => void;
  /** Called when the input was discarded. */
  readonly discard?: () => void;
}

const open = new Set<UnsavedInput>();

/** Registers a part with unsaved input. Returns a function that removes it. */
export function registerUnsaved(form: UnsavedInput): () => void {
  open.add(form);
  return () => void open.delete(form);
}

/** Returns the question of the topmost part that would lose input, or undefined if none would. */
export const questionBefore = (step?: Step): string | undefined =>
  [...open].map(({ question }) => question(step)).findLast((question) => question !== undefined);

/** Announces that the page asks about unsaved input. */
export function announceQuestion(step?: Step): void {
  for (const unsaved of open) if (unsaved.question(step) !== undefined) unsaved.onRequested?.();
}

/** Discards the input that a person was asked about, so that the next step doesn't ask again. */
export function discardUnsaved(step?: Step): void {
  for (const unsaved of open) {
    if (unsaved.question(step) === undefined) continue;
    open.delete(unsaved);
    unsaved.discard?.();
  }
}

/**
 * True if a step leaves the dialogs over a page: by a link, or by Back and Forward, which may stay on the same screen. A replaced address (a redirect
 * to the first tab, a filter in the query) leaves nothing.
 */
export const leavesDialogs = ({ from, to, action }: Step): boolean =>
  action === 'POP' || (action === 'PUSH' && from.pathname !== to.pathname);
