import { FieldGroups } from '@carrara/ui/profile';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { investmentRecord } from './investmentRecord.ts';
import { Stack } from '../../record/Stack.tsx';
import { Tranches } from './Tranches.tsx';

const shown = Object.keys(investmentRecord.fields).filter((name) => name !== 'logo');

/** The tranches of an investment, and below them what is known of the company. */
export function InvestmentOverview({ id }: ViewProps) {
  const { data } = useRead('getInvestment', { params: { id } });
  return (
    <Stack>
      <Tranches id={id} />
      {data ? <FieldGroups fields={investmentRecord.fields} record={data} only={shown} /> : null}
    </Stack>
  );
}
