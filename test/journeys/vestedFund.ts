import type { Page } from 'playwright-core';
import { connectApi, type SavedRecord } from './connectApi.ts';

/** Holders by a word of their names. */
interface Holders {
  readonly employee: string;
  readonly trust: string;
  readonly schedule: string;
}

/** Creates a fund with one investment in two tranches, of which an employee has a tenth and a trust a twentieth. */
export async function plantVestedFund(page: Page, holders: Holders): Promise<void> {
  const { read, save: store } = await connectApi(page);
  const [usd] = (await read<readonly SavedRecord[]>('/api/reference/currency')).filter(({ Code }) => Code === 'USD');
  const [partner] = (await read<readonly SavedRecord[]>('/api/reference/participant-class')).filter(
    ({ Description }) => Description === 'Partner',
  );
  const rows = async (path: string, text: string) =>
    (await read<{ PageData: readonly SavedRecord[] }>(`${path}?SearchQuery=${text}`)).PageData[0]?.Id;
  const fund = await store('/api/carry/fund', {
    Code: 'HARBOR-I',
    LegalName: 'Harbor Fund I, L.P.',
    Currency: { Id: usd?.Id },
    InitialCloseDate: '2024-01-01',
  });
  const investment = await store('/api/carry/investment', {
    Code: 'KELP',
    Name: 'Kelp Foods',
    LegalName: 'Kelp Foods, Inc.',
    FundInvestments: [{ Fund: { Id: fund.Id } }],
  });
  const [part] = investment['FundInvestments'] as readonly SavedRecord[];
  for (const [InvestedAmount, InvestmentDate] of [
    ['300.00', '2025-01-15'],
    ['100.00', '2026-01-15'],
  ]) {
    await store(`/api/carry/investment/${investment.Id}/tranche`, {
      FundInvestment: { Id: part?.Id },
      InvestedAmount,
      InvestmentDate,
    });
  }
  const schedule = { Id: await rows('/api/carry/vestingschedule', holders.schedule) };
  const entry = (ParticipantId: string | undefined, Fixed: string) => ({
    ParticipantId,
    Fixed,
    ParticipantClass: { Id: partner?.Id },
    VestingSchedule: schedule,
  });
  await store(`/api/carry/allocationprofile/${fund.Id}/allocation`, {
    Name: 'Harbor Fund I, L.P. Allocation Profile',
    EffectiveDate: '2025-01-01',
    IsCurrent: true,
    IsShareBased: false,
    Entries: [
      entry(await rows('/api/carry/employee', holders.employee), '10'),
      entry(await rows('/api/carry/trust', holders.trust), '5'),
    ],
  });
}
