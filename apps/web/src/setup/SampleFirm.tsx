import type { SampleFirmState } from '@carrara/contract/platform/sampleFirm/sampleFirm';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Button, Group } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { skipToken, useRead, useWrite } from '../api/calls.ts';
import { runConfirmed, runWithToast } from '../api/runWithToast.ts';
import { followTask } from '../record/task/followTask.tsx';
import { useAllowed, useAppDispatch, useSession } from '../session/hooks.ts';
import { refreshTenants, switchTenant } from '../session/session.ts';
import styles from './setup.module.css';

const pollMilliseconds = 1_000;

/** Returns the sample firm for administrators, up to date while a job adds one; undefined for others and in a sample firm. */
function useSampleFirm(): SampleFirmState | undefined {
  const mayAdd = useAllowed('tenant.edit');
  const isSample = useSession().settings?.isSample === true;
  const { data, refetch } = useRead('getSampleFirm', mayAdd && !isSample ? undefined : skipToken);
  const isComing = data?.isComing === true;
  const readAgain = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!isComing) return;
    const timer = setInterval(() => readAgain(), pollMilliseconds);
    return () => clearInterval(timer);
  }, [isComing]);
  return data;
}

/** The firm's sample firm in a line, for administrators: added, opened and archived here. */
export function SampleFirm() {
  const state = useSampleFirm();
  return state ? (
    <div className={styles.sample}>
      <p>{textOf(state)}</p>
      <SampleActions state={state} />
    </div>
  ) : null;
}

/** The same as a part of a page. */
export function SampleFirmPanel() {
  const state = useSampleFirm();
  return state ? (
    <div className={styles.samplePanel}>
      <Panel title="Sample firm" actions={<SampleActions state={state} />}>
        <p className={styles.sampleText}>{textOf(state)}</p>
      </Panel>
    </div>
  ) : null;
}

function textOf({ firm, obstacle, isComing }: SampleFirmState): string {
  if (isComing) return 'The sample firm is being added. You can find the job under Background jobs.';
  if (firm) {
    const by = firm.createdBy ? ` by ${firm.createdBy}` : '';
    return `${firm.name}, added on ${formatInstant(firm.createdDate)}${by}. It is separate from your own data.`;
  }
  return (
    obstacle ??
    'Look around in a separate firm with sample funds, participants and a draft distribution. Your own data stay as they are, and nobody else can join it.'
  );
}

function SampleActions({ state: { firm, obstacle, isComing } }: { readonly state: SampleFirmState }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [add, isAdding] = useWrite('addSampleFirm');
  const [archive] = useWrite('archiveSampleFirm');
  if (isComing) return null;
  if (!firm)
    return obstacle === null ? (
      <Button
        variant="default"
        size="xs"
        loading={isAdding}
        onClick={() => void runWithToast(async () => void followTask(await add(undefined)))}
      >
        Add a sample firm
      </Button>
    ) : null;
  const open = async () => {
    await refreshTenants(dispatch);
    await navigate('/');
    await switchTenant(dispatch, firm.id);
  };
  const confirmArchive = () =>
    runConfirmed(
      {
        title: `Archive ${firm.name}?`,
        text: 'Nobody can open the sample firm anymore. You can add another one later.',
        confirmLabel: 'Archive',
      },
      async () => {
        await archive(undefined);
        await refreshTenants(dispatch);
        return `${firm.name} was archived.`;
      },
    );
  return (
    <Group gap="xs" wrap="nowrap">
      {firm.isMember ? (
        <Button variant="default" size="xs" onClick={() => void runWithToast(open)}>
          Open
        </Button>
      ) : null}
      <Button variant="default" size="xs" onClick={() => void confirmArchive()}>
        Archive…
      </Button>
    </Group>
  );
}
