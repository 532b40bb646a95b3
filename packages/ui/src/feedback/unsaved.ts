interface Editor {
  readonly pathname: string;
  readonly search: string;
  /** The input that the step would discard. */
  readonly state?: unknown;
}

/** A step from one address to another, as a router tells it. */
export interface Step {
  readonly from: Editor;
  readonly to: Editor;
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

/** A part of the page that holds what would be lost with it. */
export interface Unsaved {
  /** The question before the input is discarded; undefined if the step loses nothing. Without a step, the whole page is left. */
  readonly question: (step?: Step) => string | undefined;
  /** Called when the question is asked on leaving the page, so that the part does not ask it as well. */
  readonly onRequested?: () => void;
  /** Hears that it was given up. */
  readonly discard?: () => void;
}

const open = new Set<Unsaved>();

/** Keeps in mind what would be lost, for as long as it is shown; answers how to forget it. */
export function holdUnsaved(form: Unsaved): () => void {
  open.add(form);
  return () => void open.delete(form);
}

/** The question of what would be lost first; undefined when nothing would be. */
export const questionBefore = (step?: Step): string | undefined =>
  [...open].map(({ question }) => question(step)).findLast((question) => question !== undefined);

/** Announces that the page asks about what would be lost. */
export function announceQuestion(step?: Step): void {
  for (const unsaved of open) if (unsaved.question(step) !== undefined) unsaved.onRequested?.();
}

/** It was asked about and may go: what takes the page away next is not asked about again. */
export function giveUp(step?: Step): void {
  for (const unsaved of open) {
    if (unsaved.question(step) === undefined) continue;
    open.delete(unsaved);
    unsaved.discard?.();
  }
}

/**
 * True if a step leaves the dialogs over a page: by a link, or by Back and Forward, which may stay on the same screen. An address that is
 * replaced (a redirect to the first tab, a filter in the query) leaves nothing.
 */
export const leavesDialogs = ({ from, to, action }: Step): boolean =>
  action === 'POP' || (action === 'PUSH' && from.pathname !== to.pathname);
