import type { PrintedPerson } from '@carrara/adapters/postgres/carry/distribution/payeeFacts';

/** Matches names that the fonts certainly cover. Others have to be checked. */
const USUAL = /^[\u0020-\u007e\u00a1-\u017f]*$/;

/** Returns why letters can't be printed, each naming its payee, by participant id. */
export async function refusedLetters(people: readonly PrintedPerson[]): Promise<ReadonlyMap<string, string>> {
  const unusual = people
    .map((printedPerson) => ({ ...printedPerson, texts: [printedPerson.name, ...printedPerson.address] }))
    .filter(({ texts }) => !texts.every((text) => USUAL.test(text)));
  if (unusual.length === 0) return new Map();
  const { printRefusal } = await import('@carrara/adapters/pdf/printable');
  return new Map(
    unusual.flatMap(({ participantId, name, texts }) => {
      const reason = printRefusal(name, texts);
      return reason === undefined ? [] : [[participantId, reason] as const];
    }),
  );
}
