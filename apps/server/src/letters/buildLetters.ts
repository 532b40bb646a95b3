import type { Letter } from '@carrara/adapters/pdf/letterText';
import {
  type LetterContent,
  letterContent,
  letterContents,
  type ComputeVested,
} from '@carrara/domain/carry/distribution';
import { decimal } from '@carrara/domain/kernel';
import type { LetterFacts } from './letterFacts.ts';

function vestedIn({ vesting }: LetterFacts): ComputeVested {
  const at = (...ids: readonly string[]) => ids.join(' ');
  const vested = new Map(
    vesting.map(({ sourceId, holderId, memberId, vested: percent }) => [
      at(sourceId, holderId, memberId ?? holderId),
      percent,
    ]),
  );
  return ({ sourceId, holderId, memberId }) => {
    // An entity within an entity has no termination of its own, and runs disbursed earlier stored no members, so the
    // share's own percentage applies.
    const own = vested.get(at(sourceId, holderId, memberId));
    const percent = own === undefined ? vested.get(at(sourceId, holderId, holderId)) : own;
    return percent ? decimal(percent) : null;
  };
}

/** Adds the holder to the names of tranches, which are the same in every investment. */
function namedRun({ distribution, holders }: LetterFacts) {
  const holderOf = new Map(holders.map(({ trancheId, name }) => [trancheId, name]));
  return {
    distributionSources: distribution.distributionSources.map(({ source, details }) => {
      const holder = holderOf.get(source.id);
      return { source: { id: source.id, name: holder ? `${source.name} (${holder})` : source.name }, details };
    }),
  };
}

type Content = LetterContent<Letter['content']['participant']>;
const nothingStored = (participantId: string): Letter['payee'] => ({
  participantId,
  firstName: null,
  address: [],
  account: null,
  escrow: [],
  paid: [],
});

/** Returns the letters of a run, or that of one participant. Empty if the participant isn't in the run. */
export function buildLetters(facts: LetterFacts, participantId?: string): readonly Letter[] {
  const payees = new Map(facts.payees.map((payee) => [payee.participantId, payee]));
  const [run, vestedOf] = [namedRun(facts), vestedIn(facts)];
  const only = participantId === undefined ? undefined : letterContent(run, participantId, vestedOf);
  const contents: readonly Content[] =
    participantId === undefined ? letterContents(run, vestedOf) : only === undefined ? [] : [only];
  return contents.map((content) => {
    const id = content.participant.participantId;
    return { content, payee: payees.get(id) ?? nothingStored(id) };
  });
}
