import type { SavedView } from '@carrara/contract/platform/savedView/savedView';
import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPinned,
  IconPinnedOff,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { runConfirmed, runWithToast } from '../../api/runWithToast.ts';
import { useWrite } from '../../api/calls.ts';
import { openFormDialog } from '../editor/FormDialog.tsx';
import type { ViewMenuProps } from './useListState.ts';
import styles from './viewMenu.module.css';

const nameField = { kind: 'text', title: 'Name', required: true, max: 100 } as const;
const shareField = {
  kind: 'boolean',
  title: 'Share with the firm',
  help: 'Everyone who may read this list sees the view. Only you and administrators can change it.',
} as const;

/** Returns the actions of the menu. */
function useViewActions({ list, views: { canShare, state: present, follow } }: ViewMenuProps) {
  const [save] = useWrite('saveSavedView');
  const [remove] = useWrite('deleteSavedView');
  const [setDefault] = useWrite('setDefaultView');
  return {
    saveNew: () =>
      openFormDialog({
        title: 'Save view',
        fields: { name: nameField, ...(canShare ? { isShared: shareField } : {}) },
        save: async (_changed, { name, isShared }) => {
          const body = { list, name: String(name), isShared: isShared === true, state: present };
          follow((await save({ body })).id);
        },
      }),
    rename: ({ id, rowVersion, name: before, isShared: wasShared, isOwn }: SavedView) =>
      openFormDialog({
        title: canShare && isOwn ? 'Rename or share view' : 'Rename view',
        fields: { name: nameField, ...(canShare && isOwn ? { isShared: shareField } : {}) },
        initial: { name: before, isShared: wasShared },
        save: (_changed, { name, isShared = wasShared }) =>
          save({ body: { id, rowVersion, list, name: String(name), isShared: isShared === true } }),
      }),
    saveChanges: ({ id, rowVersion, name, isShared }: SavedView) =>
      runWithToast(async () => {
        await save({ body: { id, rowVersion, list, name, isShared, state: present } });
        return `View ‘${name}’ saved`;
      }),
    deleteView: ({ id, rowVersion, name, isShared }: SavedView) =>
      runConfirmed(
        {
          title: 'Delete view',
          text: isShared ? `‘${name}’ is shared. Delete it for everyone?` : `Delete ‘${name}’?`,
          confirmLabel: 'Delete',
        },
        () => remove({ params: { id }, query: { rowVersion } }),
      ),
    chooseDefault: (viewId: string | null) =>
      runWithToast(async () => {
        await setDefault({ body: { list, viewId } });
        return viewId ? 'Your default view is set' : 'The list has no default view anymore';
      }),
    copyLink: ({ id }: SavedView) =>
      runWithToast(async () => {
        const [address = ''] = window.location.href.split('?');
        await navigator.clipboard.writeText(`${address}?view=${id}`);
        return 'Link copied';
      }),
  };
}
type ViewActions = ReturnType<typeof useViewActions>;

/** The saved views of a list, and what can be done with the one that is open. */
export function ViewMenuItems(props: ViewMenuProps) {
  const { views, defaultViewId, current, open, retry } = props.views;
  const actions = useViewActions(props);
  if (views === undefined)
    return <Menu.Item onClick={() => void retry()}>Your views couldn’t be loaded. Try again.</Menu.Item>;
  const first = views.find(({ id }) => id === defaultViewId && id !== current?.id);
  return (
    <>
      <div className={styles.view}>
        <ViewGroup title="Your views" views={views.filter(({ isOwn }) => isOwn)} menu={props.views} />
        <ViewGroup title="Shared with the firm" views={views.filter(({ isOwn }) => !isOwn)} menu={props.views} />
      </div>
      {views.length > 0 ? <Menu.Divider /> : null}
      {current ? <ChangeItems current={current} menu={props.views} actions={actions} /> : null}
      <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void actions.saveNew()}>
        Save as new view…
      </Menu.Item>
      {current ? <CurrentItems current={current} menu={props.views} actions={actions} /> : null}
      <Menu.Item leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={() => open(first)}>
        {first ? 'Back to my default' : 'Reset list'}
      </Menu.Item>
    </>
  );
}

interface ViewGroupProps {
  readonly title: string;
  readonly views: readonly SavedView[];
  readonly menu: ViewMenuProps['views'];
}

function ViewGroup({ title, views, menu: { current, defaultViewId, open } }: ViewGroupProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          {...(view.id === current?.id ? { 'aria-current': 'true' } : {})}
          leftSection={
            view.id === current?.id ? <IconCheck size={15} aria-hidden /> : <span className={styles.unchosen} />
          }
          rightSection={view.id === defaultViewId ? <IconPinned size={14} aria-label="Your default" /> : null}
          onClick={() => open(view)}
        >
          {view.name}
          {view.isOwn ? null : <span className={styles.owner}>{view.ownerName}</span>}
        </Menu.Item>
      ))}
    </>
  );
}

interface CurrentProps {
  readonly current: SavedView;
  readonly menu: ViewMenuProps['views'];
  readonly actions: ViewActions;
}

/** Menu items that save or discard changes of the open view. */
function ChangeItems({ current, menu: { isChanged, missingParts, open }, actions }: CurrentProps) {
  return (
    <>
      {current.canEdit && (isChanged || missingParts.length > 0) ? (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          onClick={() => void actions.saveChanges(current)}
        >
          Save changes
        </Menu.Item>
      ) : null}
      {isChanged ? (
        <Menu.Item leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={() => open(current)}>
          Discard changes
        </Menu.Item>
      ) : null}
    </>
  );
}

/** Menu items for the open view itself. */
function CurrentItems({ current, menu: { canShare, defaultViewId }, actions }: CurrentProps) {
  const { id, canEdit, isOwn } = current;
  const isDefault = id === defaultViewId;
  const Pin = isDefault ? IconPinnedOff : IconPinned;
  return (
    <>
      {canEdit ? (
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => void actions.rename(current)}>
          {canShare && isOwn ? 'Rename or share…' : 'Rename…'}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<Pin size={15} aria-hidden />}
        onClick={() => void actions.chooseDefault(isDefault ? null : id)}
      >
        {isDefault ? 'Remove as my default' : 'Make my default'}{' '}
        <small className={styles.meaning}>
          {isDefault
            ? 'The list then resets to its own columns.'
            : 'Opens until you change the list, and with ‘Back to my default’.'}
        </small>
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={15} aria-hidden />} onClick={() => void actions.copyLink(current)}>
        Copy link
      </Menu.Item>
      {canEdit ? (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => void actions.deleteView(current)}
        >
          Delete…
        </Menu.Item>
      ) : null}
    </>
  );
}
