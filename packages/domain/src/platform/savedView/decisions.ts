import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The most views that one person can have for a list. */
export const maxViews = 50;

export interface ViewHead {
  readonly list: string;
  readonly name: string;
  readonly isShared: boolean;
}

/** A stored view, with its owner. */
interface OwnedView extends ViewHead {
  readonly ownerId: string | null;
}

export interface ViewFacts {
  readonly personId: string;
  /** True for an administrator, who may change and delete every shared view. */
  readonly mayManage: boolean;
  /** True if the person and the list are of the firm's staff. The portal has no shared views. */
  readonly mayShare: boolean;
  /** The columns of the view that the list doesn't have, or that the person may not read. */
  readonly unknownColumns: readonly string[];
  /** The other views of the list that the person sees or owns. */
  readonly others: readonly OwnedView[];
}

const notYours = fail(
  'FORBIDDEN',
  [],
  'Only the owner of a view or an administrator can change it. Save your own copy.',
);

/** Returns true if a person may change or delete a view: their own, or a shared one if they are an administrator. */
export const canChangeView = (
  { ownerId, isShared }: Pick<OwnedView, 'ownerId' | 'isShared'>,
  { personId, mayManage }: Pick<ViewFacts, 'personId' | 'mayManage'>,
): boolean => ownerId === personId || (isShared && mayManage);

/** Returns true if a person may know of a view, including its name. */
export const isViewVisible = (
  { ownerId, isShared }: Pick<OwnedView, 'ownerId' | 'isShared'>,
  reader: {
    readonly personId: string;
    /** False for readers of the portal only, who see no shared views. */
    readonly isStaff: boolean;
    readonly mayReadList: boolean;
    /** True if the person may read every column that the view filters or sorts by, because the rows would disclose its values. */
    readonly mayReadCriteria: boolean;
  },
): boolean =>
  (ownerId === reader.personId || (isShared && reader.isStaff)) && reader.mayReadList && reader.mayReadCriteria;

/**
 * Decides on a new view or an edited one, which stays with its list and its owner.
 *
 * Rule: names differ, ignoring case, among the owner's private views of a list and among the ones that they share. Other people's views can have the
 * same name, because a refusal would disclose views that the person can't see. An administrator who changes somebody else's view can't make it private,
 * because nobody else would see it any more.
 *
 * Fails: FORBIDDEN, NOT_FOUND, DUPLICATE, TOO_MANY_VIEWS, INVALID_VALUE.
 */
export function decideView(
  before: OwnedView | undefined,
  view: ViewHead,
  { personId, mayManage, mayShare, unknownColumns, others }: ViewFacts,
): Result<true, Failures> {
  if (before && !canChangeView(before, { personId, mayManage })) return err([notYours]);
  if (before && before.list !== view.list)
    return err([fail('NOT_FOUND', ['list'], 'A view can’t be moved to another list.')]);
  const ownerId = before?.ownerId ?? personId;
  const isTwin = (other: OwnedView) =>
    other.name.toLowerCase() === view.name.toLowerCase() &&
    other.ownerId === ownerId &&
    other.isShared === view.isShared;
  const failures: Failure[] = [
    ...unknownColumns.map((field) => fail('INVALID_VALUE', ['state', 'columns'], `The list has no column ${field}.`)),
    ...(view.isShared && !mayShare && before?.isShared !== true
      ? [fail('FORBIDDEN', ['isShared'], 'You can’t share views of this list.')]
      : []),
    ...(before?.isShared && !view.isShared && before.ownerId !== personId
      ? [fail('FORBIDDEN', ['isShared'], 'Only its owner can make this view private. You can delete it.')]
      : []),
    ...(others.some(isTwin)
      ? [
          fail(
            'DUPLICATE',
            ['name'],
            `There is already a view ‘${view.name}’. Choose another name, or change that view.`,
          ),
        ]
      : []),
    ...(!before && others.filter((other) => other.ownerId === personId).length >= maxViews
      ? [fail('TOO_MANY_VIEWS', [], `You already have ${String(maxViews)} views of this list. Delete some first.`)]
      : []),
  ];
  return failures.length > 0 ? err(failures) : ok(true);
}

/** Decides on the deletion of a view. Fails: FORBIDDEN. */
export const decideDeletedView = (
  view: Pick<OwnedView, 'ownerId' | 'isShared'>,
  facts: Pick<ViewFacts, 'personId' | 'mayManage'>,
): Result<true, Failures> => (canChangeView(view, facts) ? ok(true) : err([notYours]));
