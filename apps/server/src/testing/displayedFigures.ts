import type { ExplainableFigure, FigureQuestion } from '@carrara/domain/carry/run';

/** A displayed figure with an explanation, and the call that the explanation makes. */
export interface DisplayedFigure {
  readonly why: string;
  /** Null if not determined. */
  readonly displayed: string | null;
  /** For a distribution: the same question to the rule. */
  readonly question?: { readonly distributionId: string } & FigureQuestion;
}

type Read = <T>(url: string) => Promise<T>;
type Figures = Readonly<Record<string, string | null>>;
interface Row {
  readonly Participant: { readonly Id: string };
  readonly Via: readonly string[];
  readonly MemberParticipants?: readonly Row[];
  readonly MemberDetails?: readonly Row[];
}
interface Run {
  readonly Id: string;
  readonly Reconciliation: Figures;
  readonly DistributionParticipants: readonly Row[];
  readonly DistributionSources: readonly {
    readonly Source: { readonly Id: string };
    readonly Details: readonly Row[];
  }[];
}
interface Share {
  readonly SourceId: string;
  readonly ShareId: string;
}
interface Analysis {
  readonly Sources: readonly (Figures & Share & { readonly Reason: string | null })[];
  readonly Rows: readonly (Figures & Share)[];
  readonly Totals: Figures;
  readonly ByCurrency: readonly (Figures & { readonly Currency: string | null })[];
}
/** Records whose figures are read. */
export type FirmIds = Readonly<Record<'distributions' | 'profiles' | 'participants', readonly string[]>>;

const ofRow = {
  gross: 'GrossCarryDistributed',
  tax: 'Tax',
  escrow: 'Escrow',
  net: 'NetCarryDistributed',
};
const ofRun = { ...ofRow, netDistributable: 'NetDistrbutableAmount', unallocated: 'Unallocated' };
const vestingMoney = [
  'calculatedTrancheCarryAmount',
  'originalCarryAmount',
  'vestedCarryAmount',
  'forfeitedCarryAmount',
];
const vestingPercents = [
  'trancheWeightingPercentage',
  'weightedVestedEffectiveAllocationPercentage',
  'weightedForfeitedEffectiveAllocationPercentage',
];
const wire = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Yields every explained figure of a firm's distributions, allocation profiles and vesting. */
export async function* displayedFigures(read: Read, firm: FirmIds): AsyncGenerator<DisplayedFigure> {
  for (const id of firm.distributions) yield* figuresOfRun(await read<Run>(`/api/carry/distribution/${id}`));
  for (const id of firm.profiles) {
    const profile = await read<{ Entries: { ParticipantId: string; Effective: string }[] }>(
      `/api/carry/allocationprofile/${id}`,
    );
    for (const { ParticipantId, Effective } of profile.Entries) {
      const why = `/api/carry/allocationprofile/${id}/explanation?participantId=${ParticipantId}`;
      yield { why, displayed: Effective };
    }
  }
  for (const id of firm.participants) {
    yield* figuresOfVesting(id, await read<Analysis>(`/api/carry/participant/${id}/vesting`));
  }
}

function* figuresOfRun({ Id: distributionId, ...run }: Run): Generator<DisplayedFigure> {
  const questions = function* (
    names: Partial<Record<ExplainableFigure, string>>,
    figures: object,
    location: Pick<FigureQuestion, 'sourceId' | 'participantId' | 'via'>,
  ): Generator<DisplayedFigure> {
    for (const [name, field] of Object.entries(names)) {
      const figure = name as ExplainableFigure;
      const { via, ...ids } = location;
      const query = new URLSearchParams({ figure });
      for (const [id, value] of Object.entries(ids)) if (value) query.set(id, value);
      if (via) query.set('via', via.join(',') || 'direct');
      const why = `/api/carry/distribution/${distributionId}/explanation?${query}`;
      yield { why, displayed: (figures as Figures)[field]!, question: { distributionId, figure, ...location } };
    }
  };
  const explainRow = function* (row: Row, source: Pick<FigureQuestion, 'sourceId'>): Generator<DisplayedFigure> {
    yield* questions(ofRow, row, { ...source, participantId: row.Participant.Id, via: row.Via });
    for (const member of row.MemberDetails ?? row.MemberParticipants ?? []) yield* explainRow(member, source);
  };
  yield* questions(ofRun, run.Reconciliation, {});
  for (const row of run.DistributionParticipants) yield* explainRow(row, {});
  for (const { Source, Details, ...sums } of run.DistributionSources) {
    const { gross, net, netDistributable, unallocated } = ofRun;
    const sourceId = Source.Id;
    yield* questions({ gross, net, netDistributable, unallocated, adjustments: 'TotalCarryAdjustment' }, sums, {
      sourceId,
    });
    for (const row of Details) yield* explainRow(row, { sourceId });
  }
}

function* figuresOfVesting(id: string, { Sources, Rows, Totals, ByCurrency }: Analysis): Generator<DisplayedFigure> {
  const questions = function* (
    names: readonly string[],
    figures: Readonly<Record<string, string | null>>,
    location: string,
  ) {
    for (const name of names) {
      const value = figures[wire(name)] ?? null;
      if (value !== null) {
        yield { why: `/api/carry/participant/${id}/vesting/explanation?figure=${name}${location}`, displayed: value };
      }
    }
  };
  for (const source of Sources.filter(({ Reason }) => Reason === null)) {
    const location = `&${new URLSearchParams({ sourceId: source.SourceId, shareId: source.ShareId })}`;
    yield* questions([...vestingMoney, ...vestingPercents.slice(1)], source, location);
    const tranches = Rows.filter(({ ShareId }) => ShareId === source.ShareId);
    for (const [i, row] of tranches.entries()) {
      yield* questions([...vestingMoney, ...vestingPercents, 'vestedPercentage'], row, `${location}&tranche=${i}`);
    }
  }
  if (ByCurrency.length === 1) yield* questions(vestingMoney.slice(1), Totals, '');
  if (ByCurrency.length < 2) return;
  for (const sums of ByCurrency) yield* questions(vestingMoney.slice(1), sums, `&currency=${sums.Currency ?? ''}`);
}
