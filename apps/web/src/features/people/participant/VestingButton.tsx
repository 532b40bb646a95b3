import { Button } from '@mantine/core';
import { toHref, type RecordDefinition } from '../../../record/recordDefinition.ts';

/** Links to the vesting view, which is not a tab. */
export function VestingButton({ record, id }: { readonly record: RecordDefinition; readonly id: string }) {
  return (
    <Button variant="default" component="a" href={toHref(record.paths.profile(id, 'vesting'))}>
      Vesting
    </Button>
  );
}
