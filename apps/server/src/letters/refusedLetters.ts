import { letterPayees } from '@carrara/domain/carry/distribution';
import type { LetterFacts } from './letterFacts.ts';

/** Letters beyond these may be missing in the fonts, so these names are looked at. */
const USUAL = /^[\u0020-\u007e\u00a1-\u017f]*$/;

type Facts = Pick<LetterFacts, 'payees'> & {
  readonly distribution: Pick<LetterFacts['distribution'], 'distributionSources'>;
};

/** Why letters of a run cannot be printed, each naming its payee: of one participant, or of everybody who gets one. */
export async function refusedLetters(
  { distribution, payees }: Facts,
  participantId?: string,
): Promise<readonly string[]> {
  const addressOf = new Map(payees.map((payee) => [payee.participantId, payee.address]));
  const people = letterPayees(distribution)
    .filter((one) => participantId === undefined || one.participantId === participantId)
    .map((one) => ({
      name: one.name,
      texts: [one.name, one.businessTitle, one.code, ...(addressOf.get(one.participantId) ?? [])],
    }))
    .filter(({ texts }) => !texts.every((text) => text === null || USUAL.test(text)));
  if (people.length === 0) return [];
  const { refusalOf } = await import('@carrara/adapters/pdf');
  return people.flatMap(({ name, texts }) => refusalOf(name, texts) ?? []);
}
