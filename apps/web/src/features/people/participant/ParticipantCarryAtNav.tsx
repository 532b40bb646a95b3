import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, Group } from '@mantine/core';
import { skipToken, useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { CarryAtNav, type NavExplanations } from '../../../record/profile/CarryAtNav.tsx';
import { CarryWhatIf, useCarryWhatIf } from '../../../record/profile/CarryWhatIf.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import styles from './participant.module.css';

/** The carry at NAV of a person, trust or entity on a quarter end. */
export function ParticipantCarryAtNav({ id }: ViewProps) {
  const [asOf, setAsOf] = useInAddress('asOf');
  const day = asOf ? { asOf } : {};
  const whatIf = useCarryWhatIf();
  const atNav = useRead('getParticipantCarryAtNav', { params: { id }, query: day });
  const changed = useRead(
    'getParticipantCarryAtNav',
    whatIf.query ? { params: { id }, query: { ...day, ...whatIf.query } } : skipToken,
  );
  const dispatch = useAppDispatch();
  const question = { ...day, ...whatIf.query };
  const explanations: NavExplanations = {
    key: JSON.stringify([id, question]),
    load: (figure) =>
      readExplanation(dispatch, 'explainParticipantCarryAtNav', { params: { id }, query: { ...question, ...figure } }),
  };
  const { data, error, refetch } = whatIf.query ? changed : atNav;
  const report = new URLSearchParams({ participantId: id, ...(asOf ? { asOf } : {}) }).toString();
  return (
    <Stack>
      <Group align="start">
        <div className={styles.asOf}>
          <AsOfInput
            title="Quarter end"
            help="Leave blank for the latest. For another day, the quarter end before it is displayed."
            initial={asOf}
            onChange={setAsOf}
          />
        </div>
        <Button component="a" href={`#/carry/report/carry-at-nav?${report}`} variant="default" mt={37}>
          Open as report
        </Button>
      </Group>
      {atNav.data ? <CarryWhatIf {...whatIf} funds={atNav.data.funds} /> : null}
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState lines={8} /> : null}
      {data && !error ? (
        <CarryAtNav carry={data} explanations={explanations} unchanged={whatIf.query && atNav.data} />
      ) : null}
    </Stack>
  );
}
