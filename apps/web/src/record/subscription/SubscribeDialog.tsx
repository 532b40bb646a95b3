import { type ExportFormat, exportFormatNames, exportFormats } from '@carrara/contract/core/fileTypes';
import type { Subscription } from '@carrara/contract/platform/subscription/subscription';
import {
  type DateRule,
  type Schedule,
  scheduleDays,
  type ScheduleKind,
  subscriptionFileDays,
  weekdayName,
} from '@carrara/domain/platform/subscription';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { callData, type Operation } from '../../api/operations.ts';
import { type CallArgument, callAddress } from '../../api/request.ts';
import dialogs from '../record.module.css';

/** A report or list as it is displayed, from which a new subscription takes its file. */
export interface SubscribedFile {
  readonly operation: Operation;
  readonly argument: CallArgument;
  /** The name that the dialog suggests. */
  readonly name: string;
  /** True if the file depends on a date that can follow the schedule. */
  readonly hasDates: boolean;
}

interface SubscribeDialogProps {
  /** The file of a new subscription, or a stored one. */
  readonly subject: SubscribedFile | Subscription;
  readonly onClose: () => void;
}

/** Opens a dialog to subscribe to a file, or to change a subscription. */
export const openSubscribeDialog = (subject: SubscribeDialogProps['subject']): Promise<void> =>
  openDialog<void>((close) => <SubscribeDialog subject={subject} onClose={() => close()} />);

const kinds: readonly { readonly value: ScheduleKind; readonly label: string }[] = [
  { value: 'WEEKLY', label: 'Every week' },
  { value: 'MONTHLY', label: 'Every month' },
  { value: 'QUARTERLY', label: 'After every quarter end' },
];
const firstDays: Readonly<Record<ScheduleKind, number>> = { WEEKLY: 1, MONTHLY: 1, QUARTERLY: 15 };
const weekdays = Array.from({ length: scheduleDays.WEEKLY.most }, (_, at) => ({
  value: String(at + 1),
  label: weekdayName(at + 1),
}));
const dateChoices: readonly { readonly value: DateRule; readonly label: string }[] = [
  { value: 'QUARTER_END', label: 'The last quarter end' },
  { value: 'RUN_DAY', label: 'The day of the file' },
  { value: 'FIXED', label: 'Always as chosen now' },
];

/** The input of the dialog. */
interface Content {
  readonly name: string;
  readonly format: ExportFormat;
  readonly schedule: Schedule;
  readonly dates: DateRule;
}

const contentOf = (subject: SubscribeDialogProps['subject']): Content => ({
  name: subject.name,
  format: 'excel',
  ...('schedule' in subject
    ? { schedule: subject.schedule, dates: subject.dates }
    : { schedule: { kind: 'WEEKLY', day: firstDays.WEEKLY }, dates: subject.hasDates ? 'QUARTER_END' : 'FIXED' }),
});

export function SubscribeDialog({ subject, onClose }: SubscribeDialogProps) {
  const isStored = 'schedule' in subject;
  const [content, setContent] = useState(() => contentOf(subject));
  const [error, setError] = useState<string>();
  const [save, isSaving] = useWrite('saveSubscription');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { format, ...rest } = content;
    const { id, rowVersion, isPaused } = isStored ? subject : {};
    try {
      await save({
        body: isStored ? { ...rest, id, rowVersion, isPaused } : { ...rest, file: fileOf(subject, format) },
      });
      toastSuccess(isStored ? 'Subscription saved successfully' : 'Subscribed. You find it under Subscriptions.');
      onClose();
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  const title = isStored ? 'Change subscription' : 'Subscribe';
  return (
    <DialogFrame title={title} onClose={onClose}>
      <form aria-label={title} className={dialogs.dialogFields} onSubmit={(event) => void submit(event)}>
        {error ? <Banner tone="bad">{error}</Banner> : null}
        <ContentInput
          content={content}
          isNew={!isStored}
          hasDates={subject.hasDates}
          onChange={(part) => setContent((before) => ({ ...before, ...part }))}
        />
        <p>
          {isStored ? null : 'The file has the filters and sort order that you see now. '}
          You get a message with a link. After signing in, you can download the file for {String(subscriptionFileDays)}{' '}
          days.
        </p>
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isSaving} disabled={content.name.trim() === ''}>
            {isStored ? 'Save' : 'Subscribe'}
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface ContentInputProps {
  readonly content: Content;
  readonly isNew: boolean;
  readonly hasDates: boolean;
  readonly onChange: (part: Partial<Content>) => void;
}

function ContentInput({ content: { name, format, schedule, dates }, isNew, hasDates, onChange }: ContentInputProps) {
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        data-autofocus
      />
      {isNew ? (
        <Select
          label="File"
          data={exportFormatNames.map((value) => ({ value, label: exportFormats[value].title }))}
          value={format}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ format: exportFormatNames.find((candidate) => candidate === value) ?? 'excel' })
          }
        />
      ) : null}
      <Select
        label="Schedule"
        data={kinds}
        value={schedule.kind}
        allowDeselect={false}
        onChange={(value) => {
          const kind = kinds.find((candidate) => candidate.value === value)?.value ?? 'WEEKLY';
          onChange({ schedule: { kind, day: firstDays[kind] } });
        }}
      />
      <ScheduleDay schedule={schedule} onChange={(day) => onChange({ schedule: { ...schedule, day } })} />
      {hasDates ? (
        <Select
          label="Date of the report"
          data={dateChoices}
          value={dates}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ dates: dateChoices.find((choice) => choice.value === value)?.value ?? 'FIXED' })
          }
        />
      ) : null}
    </>
  );
}

function ScheduleDay({
  schedule,
  onChange,
}: {
  readonly schedule: Schedule;
  readonly onChange: (day: number) => void;
}) {
  const { kind, day } = schedule;
  if (kind === 'WEEKLY')
    return (
      <Select
        label="Day of the week"
        data={weekdays}
        value={String(day)}
        allowDeselect={false}
        onChange={(value) => onChange(Number(value))}
      />
    );
  const { least, most } = scheduleDays[kind];
  return (
    <NumberInput
      label={kind === 'MONTHLY' ? 'Day of the month' : 'Days after the quarter end'}
      description={kind === 'MONTHLY' ? 'In a shorter month, its last day.' : undefined}
      min={least}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      value={day}
      onChange={(value) => onChange(typeof value === 'number' ? value : least)}
    />
  );
}

/** Returns the call and the path that return the file. A file has all pages. */
function fileOf({ operation, argument: { params, query = {} } }: SubscribedFile, format: ExportFormat) {
  const { startPage: _page, pageSize: _size, ...rest } = query;
  const address = callAddress(callData(operation), { ...(params ? { params } : {}), query: { ...rest, format } });
  return { call: operation, address };
}
