import type { SavedView } from '@carrara/contract/platform/savedView';
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
import type { ViewMenuProps } from './ViewMenu.tsx';
import styles from './viewMenu.module.css';

const nameField = { kind: 'text', title: 'Name', required: true, max: 100 } as const;
const shareField = {
  kind: 'boolean',
  title: 'Share with the firm',
  help: 'Everyone who may read this list sees the view. Only you and administrators can change it.',
} as const;

/** The saved views of a list, and what can be done with the one that is open. */
export function ViewMenuItems({ list, views: { views, canShare, defaultViewId, current, ...open } }: ViewMenuProps) {
  const [save] = useWrite('saveSavedView');
  const [remove] = useWrite('deleteSavedView');
  const [setDefault] = useWrite('setDefaultView');
  if (views === undefined)
    return (
      <Menu.Item onClick={() => void open.retry()}>Your views couldn’t be loaded. Try again.</Menu.Item>
    );

  const saveNew = () =>
    openFormDialog({
      title: 'Save view',
      fields: { name: nameField, ...(canShare ? { isShared: shareField } : {}) },
      save: async (_changed, { name, isShared }) => {
        const body = { list, name: String(name), isShared: isShared === true, state: open.state };
        open.follow((await save({ body })).id);
      },
    });
  const rename = ({ id, rowVersion, name: before, isShared: wasShared, state, isOwn }: SavedView) =>
    openFormDialog({
      title: 'Rename or share view',
      fields: { name: nameField, ...(canShare && isOwn ? { isShared: shareField } : {}) },
      initial: { name: before, isShared: wasShared },
      save: (_changed, { name, isShared = wasShared }) =>
        save({ body: { id, rowVersion, list, name: String(name), isShared: isShared === true, state } }),
    });
  const saveChanges = ({ id, rowVersion, name, isShared }: SavedView) =>
    runWithToast(async () => {
      await save({ body: { id, rowVersion, list, name, isShared, state: open.state } });
      return `View ‘${name}’ saved`;
    });
  const deleteView = ({ id, rowVersion, name, isShared }: SavedView) =>
    runConfirmed(
      {
        title: 'Delete view',
        text: isShared ? `‘${name}’ is shared. Delete it for everyone?` : `Delete ‘${name}’?`,
        confirmLabel: 'Delete',
      },
      () => remove({ params: { id }, query: { rowVersion } }),
    );
  const chooseDefault = (viewId: string | null) =>
    runWithToast(async () => {
      await setDefault({ body: { list, viewId } });
      return viewId ? 'This view now opens first' : 'The list opens with its own columns';
    });
  const copyLink = (view: SavedView) =>
    runWithToast(async () => {
      const [address = ''] = window.location.href.split('?');
      await navigator.clipboard.writeText(`${address}?view=${view.id}`);
      return 'Link copied';
    });

  const group = (title: string, own: boolean) => {
    const listed = views.filter(({ isOwn }) => isOwn === own);
    if (listed.length === 0) return null;
    return (
      <>
        <Menu.Label>{title}</Menu.Label>
        {listed.map((view) => (
          <Menu.Item
            key={view.id}
            {...(view.id === current?.id ? { 'aria-current': 'true' } : {})}
            leftSection={view.id === current?.id ? <IconCheck size={15} aria-hidden /> : <span className={styles.unchosen} />}
            rightSection={view.id === defaultViewId ? <IconPinned size={14} aria-label="Opens first" /> : null}
            onClick={() => open.open(view)}
          >
            {view.name}
            {own ? null : <span className={styles.owner}>{view.ownerName}</span>}
          </Menu.Item>
        ))}
        <Menu.Divider />
      </>
    );
  };
  const isStale = open.isChanged || open.leftOut.length > 0;
  return (
    <>
      <div className={styles.view}>
        {group('Your views', true)}
        {group('Shared with the firm', false)}
      </div>
      {current?.canEdit && isStale ? (
        <Menu.Item leftSection={<IconDeviceFloppy size={15} aria-hidden />} onClick={() => void saveChanges(current)}>
          Save changes
        </Menu.Item>
      ) : null}
      {current && open.isChanged ? (
        <Menu.Item leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={() => open.open(current)}>
          Discard changes
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void saveNew()}>
        Save as new view…
      </Menu.Item>
      {current ? (
        <>
          {current.canEdit ? (
            <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => void rename(current)}>
              {canShare && current.isOwn ? 'Rename or share…' : 'Rename…'}
            </Menu.Item>
          ) : null}
          {current.id === defaultViewId ? (
            <Menu.Item leftSection={<IconPinnedOff size={15} aria-hidden />} onClick={() => void chooseDefault(null)}>
              Don’t open first
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPinned size={15} aria-hidden />} onClick={() => void chooseDefault(current.id)}>
              Make my default
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink size={15} aria-hidden />} onClick={() => void copyLink(current)}>
            Copy link
          </Menu.Item>
          {current.canEdit ? (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => void deleteView(current)}
            >
              Delete…
            </Menu.Item>
          ) : null}
        </>
      ) : null}
      <Menu.Item
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        onClick={() => open.open(views.find(({ id }) => id === defaultViewId && id !== current?.id))}
      >
        {defaultViewId && defaultViewId !== current?.id ? 'Back to my default' : 'Reset list'}
      </Menu.Item>
    </>
  );
}
