import { fileURLToPath } from 'node:url';

/** Stored data and responses of an earlier version, created by `storeVersion.ts`. */
export const storedBackup = fileURLToPath(new URL('stored.carrara', import.meta.url));
export const storedAnswers = fileURLToPath(new URL('stored.json', import.meta.url));
/** The firm is fictional, so the passphrase protects nothing. */
export const passphrase = 'the version before this one';

export interface StoredAnswers {
  readonly tenantId: string;
  readonly login: string;
  readonly distributions: readonly { readonly path: string; readonly figures: ReturnType<typeof storedFigures> }[];
}

type Figures = Readonly<Record<string, unknown>>;
export interface DistributionAnswer {
  readonly Name: string;
  readonly Status: { readonly Code: string };
  readonly Reconciliation: Figures;
  readonly DistributionSources: readonly (Figures & { readonly Details: readonly Figures[] })[];
  readonly DistributionParticipants: readonly (Figures & { readonly Participant: { readonly Name: string } })[];
}

/** Returns the figures of a distribution's response: reconciled, by source, and by participant. */
export function storedFigures(answer: DistributionAnswer) {
  const row = (figures: Figures) => [
    figures['GrossCarryDistributed'],
    figures['Tax'],
    figures['Escrow'],
    figures['NetCarryDistributed'],
  ];
  return {
    name: answer.Name,
    status: answer.Status.Code,
    // A figure that this version has added is null in older data.
    reconciliation: Object.fromEntries(Object.entries(answer.Reconciliation).filter(([, value]) => value !== null)),
    sources: answer.DistributionSources.map((source) => [...row(source), source.Details.length]),
    participants: answer.DistributionParticipants.map((distributionParticipant) => [
      distributionParticipant.Participant.Name,
      ...row(distributionParticipant),
    ]),
  };
}
