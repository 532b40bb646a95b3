import { fileURLToPath } from 'node:url';

/** What a version before this one stored and answered; `keepVersion.ts` makes it. */
export const keptBackup = fileURLToPath(new URL('kept.carrara', import.meta.url));
export const keptAnswers = fileURLToPath(new URL('kept.json', import.meta.url));
/** The firm is invented: the passphrase keeps nothing from anybody. */
export const passphrase = 'the version before this one';

export interface Kept {
  readonly tenantId: string;
  readonly login: string;
  readonly distributions: readonly { readonly path: string; readonly figures: ReturnType<typeof figuresOf> }[];
}

type Figures = Readonly<Record<string, unknown>>;
export interface DistributionAnswer {
  readonly Name: string;
  readonly Status: { readonly Code: string };
  readonly Reconciliation: Figures;
  readonly DistributionSources: readonly (Figures & { readonly Details: readonly Figures[] })[];
  readonly DistributionParticipants: readonly (Figures & { readonly Participant: { readonly Name: string } })[];
}

/** The figures of a distribution as it is answered: reconciled, of each source, of each participant. */
export function figuresOf(answer: DistributionAnswer) {
  const row = (one: Figures) => [one['GrossCarryDistributed'], one['Tax'], one['Escrow'], one['NetCarryDistributed']];
  return {
    name: answer.Name,
    status: answer.Status.Code,
    // A figure that this version added has no value in what was made before.
    reconciliation: Object.fromEntries(Object.entries(answer.Reconciliation).filter(([, value]) => value !== null)),
    sources: answer.DistributionSources.map((source) => [...row(source), source.Details.length]),
    participants: answer.DistributionParticipants.map((one) => [one.Participant.Name, ...row(one)]),
  };
}
