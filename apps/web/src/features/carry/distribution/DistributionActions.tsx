import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { toastError } from '@carrara/ui/feedback/toasts.ts';
import { Button, Menu } from '@mantine/core';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { EvidenceButton } from '../../../record/run/EvidenceButton.tsx';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import { followTask } from '../../../record/task/followTask.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { confirmLetterRelease } from './releaseLetters.tsx';
import { distributionEditPath, distributionLikePath } from './addresses.ts';
import { ownMoves } from './ownMoves.ts';

/** The buttons of a distribution: files for everyone, and the moves that the server allows this person now. */
export function DistributionActions({ distribution }: { readonly distribution: Distribution }) {
  const { id, actions } = distribution;
  const own = ownMoves(distribution, useToday(), useSession().user?.id);
  const download = useDownload();
  const mayCreate = useAllowed('distribution.edit') && distribution.reversalOf === null;
  const mayRelease =
    useAllowed('delivery.edit') && distribution.status.code === 'DISB' && !distribution.reversedBy?.isDisbursed;
  const maySeeDeliveries = useAllowed('delivery.view') && distribution.status.code === 'DISB';
  const [release] = useWrite('releaseLetters');
  const dispatch = useAppDispatch();
  const continueTo = useContinueTo();
  const releaseAll = async () => {
    const warning = await unreleasedOriginal(dispatch, distribution.reversalOf).catch((failure: unknown) => {
      toastError(failureText(failure));
      return null;
    });
    if (warning === null) return;
    const released = await confirmLetterRelease(distribution.name, warning, (body) =>
      release({ params: { id }, body }),
    );
    if (released) await continueTo(`/carry/delivery/${released}`);
  };
  const [startLetters] = useWrite('startLetters');
  const createLetters = async (as: 'pdf' | 'zip' | 'docx') => {
    await runWithToast(async () => {
      await followTask(await startLetters({ params: { id }, body: { as } }));
    });
  };
  return (
    <>
      <NotesButton objectId={id} objectType="distribution" name={distribution.name} />
      <Button variant="default" onClick={() => void download('exportDistribution', { params: { id } })}>
        Workbook
      </Button>
      {distribution.isDetermined ? <EvidenceButton kind="Distribution" id={id} /> : null}
      {mayCreate ? (
        <Button variant="default" component="a" href={`#${distributionLikePath(id)}`}>
          New run like this
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Letters</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {distribution.status.code === 'DISB' ? (
            <Menu.Label>Letters created here show today’s addresses.</Menu.Label>
          ) : null}
          <Menu.Item onClick={() => void createLetters('pdf')}>All letters in one PDF</Menu.Item>
          <Menu.Item onClick={() => void createLetters('zip')}>Download PDF letters (.zip)</Menu.Item>
          <Menu.Item onClick={() => void createLetters('docx')}>Download Word letters (.zip)</Menu.Item>
          {mayRelease ? <Menu.Item onClick={() => void releaseAll()}>Release to portal</Menu.Item> : null}
          {maySeeDeliveries ? (
            <Menu.Item component="a" href={`#/carry/delivery?record=${id}`}>
              Deliveries
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <MoveButtons lifecycle="distribution" record={distribution} events={actions} own={own}>
        {actions.includes('saveDistribution') ? (
          <Button
            variant={distribution.status.code === 'REJ' ? 'filled' : 'default'}
            component="a"
            href={`#${distributionEditPath(id)}`}
          >
            Edit
          </Button>
        ) : null}
      </MoveButtons>
    </>
  );
}

/** Returns a warning if a reversal's letters would take back a payment that no released letter announced. */
async function unreleasedOriginal(
  dispatch: ReturnType<typeof useAppDispatch>,
  original: Distribution['reversalOf'],
): Promise<string | undefined> {
  if (!original) return undefined;
  const query = { objectId: original.id, pageSize: 1 };
  const { totalItemCount } = await readOnce(dispatch, 'listDeliveries', { query }, 'fresh');
  return totalItemCount > 0
    ? undefined
    : `The letters of ${original.name} were never released. The recipients would learn of its reversal only.`;
}
