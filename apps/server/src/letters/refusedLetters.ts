import type { PrintedPerson } from '@carrara/adapters/postgres/carry/distribution';

/** Letters beyond these may be missing in the fonts, so these names are looked at. */
const USUAL = /^[\u0020-\u007e\u00a1-\u017f]*$/;

/** Why letters cannot be printed, each naming its payee, by the ids of those people. */
export async function refusedLetters(people: readonly PrintedPerson[]): Promise<ReadonlyMap<string, string>> {
  const unusual = people
    .map((one) => ({ ...one, texts: [one.name, ...one.address] }))
    .filter(({ texts }) => !texts.every((text) => USUAL.test(text)));
  if (unusual.length === 0) return new Map();
  const { refusalOf } = await import('@carrara/adapters/pdf');
  return new Map(
    unusual.flatMap(({ participantId, name, texts }) => {
      const reason = refusalOf(name, texts);
      return reason === undefined ? [] : [[participantId, reason] as const];
    }),
  );
}
