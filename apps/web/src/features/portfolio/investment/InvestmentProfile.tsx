import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { openPictureDialog } from '../../../record/editor/PictureDialog.tsx';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { investmentRecord } from './investmentRecord.ts';

/** The page of an investment, whole or for one of its holders. Its logo is changed here. */
export function InvestmentProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={investmentRecord}
      screen={screen}
      moreActions={(value) => <LogoButton value={value} />}
      notice={({ id }) => <Through id={id} />}
    />
  );
}

/** Explains that only one holder's part is displayed, with a link to all of it. */
function Through({ id }: { readonly id: string }) {
  const { view, fundOrCoinvestmentId } = useParams();
  const { data } = useRead('getInvestment', { params: { id } });
  if (!fundOrCoinvestmentId || !data) return null;
  const isRequested = (part: { readonly id: string }, holder: { readonly id: string }) =>
    [part.id, holder.id].includes(fundOrCoinvestmentId);
  const holder =
    data.fundInvestments.find((part) => isRequested(part, part.fund))?.fund ??
    data.coinvestmentInvestments.find((part) => isRequested(part, part.coinvestment))?.coinvestment;
  if (!holder) return null;
  return (
    <Banner tone="info">
      This is the part held by {holder.name}.{' '}
      <a href={toHref(investmentRecord.paths.profile(id, view))}>Show the whole investment</a>
    </Banner>
  );
}

function LogoButton({ value }: { readonly value: RecordValue }) {
  const mayEdit = useAllowed('investment.edit');
  const [change] = useWrite('changeInvestmentLogo');
  if (!mayEdit) return null;
  const name = investmentRecord.nameOf(value);
  const save = async (logo: string | null) => {
    await change({ body: { id: value.id, rowVersion: value.rowVersion, logo } });
    toastSuccess(`${name} updated successfully`);
  };
  return (
    <Button
      variant="default"
      onClick={() =>
        void openPictureDialog({ title: `Logo of ${name}`, current: value['logo'] as string | null, save })
      }
    >
      Logo
    </Button>
  );
}
