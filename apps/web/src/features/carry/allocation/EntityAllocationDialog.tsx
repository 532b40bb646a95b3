import type { ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import type { Reference } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { type EntityProfiles, type Part, useEntityProfiles } from './entityProfiles.ts';
import { memberTotal } from './memberPreview.ts';
import { MemberParts } from './MemberParts.tsx';
import { memberRows } from './memberRows.ts';
import { profilePath } from './addresses.ts';
import { ReasonInput } from './ReasonInput.tsx';
import styles from './allocationProfile.module.css';

type EntityEntry = Pick<
  ProfileEntry,
  'participantId' | 'name' | 'profile' | 'originalMembers' | 'currentMembers' | 'memberMismatch'
> & { readonly effective?: string | null };

export interface EntityAllocationOptions {
  readonly entry: EntityEntry;
  /** The container of the profile that the entity is in. */
  readonly parentName: string;
  readonly mayResolve: boolean;
  /** Set if the dialog saves the decision itself. Its notice explains how saving affects versions. */
  readonly stored?: { readonly notice?: string | undefined };
}

export interface MemberDecision {
  /** The profile that the entry uses from now on. If absent, it keeps its profile. */
  readonly profile?: Reference;
  readonly reason: string | null;
}

/** Displays how an entity's share is passed on. If its members have changed, the dialog also resolves that. Resolves to the decision. */
export const showMembers = (options: EntityAllocationOptions): Promise<MemberDecision | undefined> =>
  openDialog<MemberDecision | undefined>((close) => <EntityAllocationDialog {...options} onClose={close} />);

export type DialogProps = EntityAllocationOptions & { readonly onClose: (decided?: MemberDecision) => void };

export function EntityAllocationDialog(props: DialogProps) {
  const { entry, mayResolve, onClose } = props;
  const rows = memberRows(entry);
  const settles = entry.memberMismatch && mayResolve;
  return (
    <DialogFrame title={`Members of ${entry.name}`} onClose={() => onClose()} size="xl">
      <p className={styles.lead}>
        {entry.effective ? (
          <>
            <b>{entry.name}</b> has <b>{valueText('percent', entry.effective)}%</b> of {props.parentName}.{' '}
          </>
        ) : null}
        {entry.profile ? (
          <>
            The entry was created with{' '}
            <a href={`#${profilePath(entry.profile.id)}`} onClick={() => onClose()}>
              {entry.profile.name}
            </a>
            . A distribution splits the share by the profile of {entry.name} in force on the distribution date.
          </>
        ) : null}
      </p>
      <div className={styles.tall}>
        <DataTable
          label="Members"
          columns={entry.memberMismatch ? changedColumns : memberColumns}
          rows={rows}
          rowKey={({ participantId }) => participantId}
          density="compact"
          cells={{
            name: ({ name, type }) => (
              <>
                {name}
                {type === 'Employee' ? null : <Tag>{type}</Tag>}
              </>
            ),
          }}
        />
      </div>
      {settles ? <Settlement {...props} /> : <DialogActions onCancel={onClose} cancelLabel="Close" />}
    </DialogFrame>
  );
}

const memberColumns = [
  { field: 'name', kind: 'text', title: 'Member' },
  { field: 'original', kind: 'percent', title: 'Share of entity %' },
] as const;
const changedColumns = [
  { field: 'name', kind: 'text', title: 'Member' },
  { field: 'original', kind: 'percent', title: 'Original %' },
  { field: 'current', kind: 'percent', title: 'Current %' },
  { field: 'change', kind: 'text', title: 'Change' },
] as const;

function Settlement(props: DialogProps) {
  const profiles = useEntityProfiles(props.entry);
  return profiles ? <Choice {...props} profiles={profiles} /> : <LoadingState lines={4} />;
}

type Method = 'replace' | 'create' | 'keep';

function Choice({ entry, parentName, stored, onClose, profiles }: DialogProps & { readonly profiles: EntityProfiles }) {
  const { current } = profiles;
  const original = profiles.profiles.find(({ id }) => id === entry.profile?.id);
  const whole = current?.isValid === true && entry.currentMembers.every(({ effective }) => effective !== null);
  const [method, setMethod] = useState<Method>(whole ? 'replace' : 'create');
  const [parts, setParts] = useState<readonly Part[]>(() =>
    entry.currentMembers.map(({ participantId, name, effective }) => ({ participantId, name, part: effective })),
  );
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const total = memberTotal(parts);
  const newName = `${entry.name} Allocation Profile ${parentName}`.slice(0, 200);
  const why = reason.trim() || null;
  const decide = async (): Promise<MemberDecision> => {
    if (method === 'replace' && current) return { profile: { id: current.id, name: current.name }, reason: why };
    if (method === 'create') return { profile: await profiles.create(newName, parts, why), reason: why };
    if (original && !original.isCurrent && original.isValid) await profiles.setDefault(original, why);
    return { reason: why };
  };
  const submit = async () => {
    if (method === 'create' && !total.isWhole) return setRefused('The members’ percentages must total exactly 100.');
    setBusy(true);
    try {
      onClose(await decide());
    } catch (failure) {
      setRefused(failureText(failure));
      setBusy(false);
    }
  };
  const choose = (next: string) => {
    setRefused(undefined);
    setMethod(next as Method);
  };
  return (
    <>
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      {stored?.notice ? <Banner tone="info">{stored.notice}</Banner> : null}
      <Radio.Group label="Pass the entity’s share on to" value={method} onChange={choose} mt={14}>
        <div className={styles.methods}>
          <Radio
            value="replace"
            disabled={!whole}
            label="Current members"
            description={
              whole
                ? `Uses ${current?.name ?? ''}, the default profile of ${entry.name}.`
                : `The default profile of ${entry.name} doesn’t give every member a share yet.`
            }
          />
          <Radio
            value="make"
            label="Current members, with a new profile"
            description={`'${newName}' becomes the default profile of ${entry.name}.`}
          />
          {method === 'create' ? <MemberParts parts={parts} total={total} onChange={setParts} /> : null}
          <Radio
            value="keep"
            label="Original members"
            description={
              original?.isCurrent === false
                ? `${original.name} becomes the default profile of ${entry.name} again. This affects every profile that includes ${entry.name}.`
                : 'The member change is recorded. The percentages stay the same.'
            }
          />
        </div>
      </Radio.Group>
      {stored ? <ReasonInput value={reason} onChange={setReason} /> : null}
      <DialogActions onCancel={onClose}>
        <Button loading={isBusy} onClick={() => void submit()}>
          Resolve
        </Button>
      </DialogActions>
    </>
  );
}
