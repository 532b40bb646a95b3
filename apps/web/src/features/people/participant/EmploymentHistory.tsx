import { useRead } from '../../../api/calls.ts';
import { EmploymentSteps } from '../../../record/profile/EmploymentSteps.tsx';

/** The employment history: hires, terminations and rehires with reasons, dates and authors. */
export function EmploymentHistory({ id }: { readonly id: string }) {
  const { data } = useRead('getEmployee', { params: { id } });
  return <EmploymentSteps steps={data?.employment ?? []} />;
}
