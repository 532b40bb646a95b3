import { defineFields } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { Form } from '@carrara/ui/form/Form.tsx';
import { FormFields } from '@carrara/ui/form/FormFields.tsx';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { PickList } from '../../../record/editor/PickDialog.tsx';
import { refusals } from '../../../record/editor/refusals.ts';

interface PickedInvestor {
  readonly investorId: string;
  readonly investorName: string;
  readonly isExcused: boolean;
}
export interface InvestorPickerProps {
  readonly vehicleId: string;
  readonly holdingId: string;
  readonly investors: readonly PickedInvestor[];
  /** Receives the number of changed investors; undefined if canceled. */
  readonly onClose: (changed?: number) => void;
}

const acts = [
  { code: 'EXCUSE', description: 'Excused from this investment' },
  { code: 'INCLUDE', description: 'Included in this investment again' },
];
const fields = defineFields({
  kind: { kind: 'status', options: acts, title: 'Status', required: true },
  date: { kind: 'date', title: 'From', required: true },
  description: { kind: 'longText', title: 'Reason' },
});
const nothingChosen = 'Please choose at least one investor.';

/** Chooses investors to excuse from an investment from a date on, or to readmit. If a later save fails, the earlier ones stay. */
export function InvestorPicker({ vehicleId, holdingId, investors, onClose }: InvestorPickerProps) {
  const [save] = useWrite('saveCommitment');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [done, setDone] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [initial] = useState(() => ({ kind: acts[0] }));
  const form = useRecordForm({
    fields,
    initial,
    storeAs: 'Choose investors',
    onSave: async (values) => {
      if (chosen.length === 0) {
        setProblem(nothingChosen);
        return [{ message: nothingChosen }];
      }
      setProblem(undefined);
      const { kind, date, description } = values as { kind: { code: 'EXCUSE' }; date: string; description?: string };
      const saved = [...done];
      for (const investorId of chosen.filter((id) => !saved.includes(id))) {
        try {
          await saveConfirmed((confirmation) =>
            save({ body: { vehicleId, investorId, holdingId, kind: kind.code, date, description, ...confirmation } }),
          );
          saved.push(investorId);
          setDone([...saved]);
        } catch (failure) {
          const name = investors.find((investor) => investor.investorId === investorId)?.investorName ?? '';
          setProblem(`${name}: ${failureText(failure)}`);
          return refusals(failure);
        }
      }
      onClose(saved.length);
      return undefined;
    },
  });
  return (
    <DialogFrame title="Choose investors" onClose={() => onClose(done.length || undefined)} size="lg">
      <Form form={form} label="Choose investors">
        <FormFields form={form} />
        <PickList
          label="Investors"
          offersAll
          picks={investors.map(({ investorId, investorName, isExcused }) => ({
            id: investorId,
            label: investorName,
            ...(isExcused ? { description: 'Excused' } : {}),
            disabled: done.includes(investorId),
          }))}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            setProblem(undefined);
          }}
        />
        {problem && problem !== form.formError ? <Banner tone="bad">{problem}</Banner> : null}
        <DialogActions
          onCancel={() => {
            form.storedInput.drop();
            onClose(done.length || undefined);
          }}
        >
          <Button type="submit" loading={form.isSaving}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </DialogFrame>
  );
}
