import {
  dateFormats,
  defaultFormats,
  type DisplayFormats,
  formatDay,
  numberFormats,
} from '@carrara/domain/kernel/displayFormat';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Select } from '@mantine/core';
import { useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch, useSession } from '../../../session/hooks.ts';
import { formatsChosen } from '../../../session/sessionSlice.ts';

const sampleDay = '2026-09-05';
const dateOptions = dateFormats.map((value) => ({ value, label: `${formatDay(sampleDay, value)} (${value})` }));

const previewFields = {
  date: { kind: 'date', title: 'September 5, 2026', group: 'Preview' },
  amount: { kind: 'money', title: 'An amount', group: 'Preview' },
  negative: { kind: 'money', title: 'A negative amount', group: 'Preview' },
  share: { kind: 'percent', title: 'A percentage', group: 'Preview' },
} as const;
const preview = { date: sampleDay, amount: '1234567.89', negative: '-940.50', share: '12.5' };

/** The formats of dates and numbers on the person's screens. */
export function FormatsPanel() {
  const { user } = useSession();
  const dispatch = useAppDispatch();
  const [choose, isSaving] = useWrite('chooseFormats');
  const formats = user?.formats ?? defaultFormats;
  const change = async (chosen: Partial<DisplayFormats>) => {
    await runWithToast(async () => {
      dispatch(formatsChosen(await choose({ body: { ...formats, ...chosen } })));
      return 'Format saved';
    });
  };
  return (
    <Panel title="Dates and numbers">
      <Stack>
        <p>
          Choose how your screens show and read dates and numbers, in all your firms. You can always type a date as
          2026-09-30. Files, letters and mail have 09/30/2026 and 1,234.56.
        </p>
        <Select
          label="Date format"
          data={dateOptions}
          value={formats.dateFormat}
          allowDeselect={false}
          disabled={isSaving}
          onChange={(value) => {
            const dateFormat = dateFormats.find((format) => format === value);
            if (dateFormat) void change({ dateFormat });
          }}
          maw={320}
        />
        <Select
          label="Number format"
          data={[...numberFormats]}
          value={formats.numberFormat}
          allowDeselect={false}
          disabled={isSaving}
          onChange={(value) => {
            const numberFormat = numberFormats.find((format) => format === value);
            if (numberFormat) void change({ numberFormat });
          }}
          maw={320}
        />
        <FieldGroups fields={previewFields} record={preview} />
      </Stack>
    </Panel>
  );
}
