import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { emptyId } from '@carrara/contract/core/kinds';
import { capitalAccountEndpoints } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { type Answer, everyRecord, type NamedRecord, lookUpAt } from '../lookup/lookUp.ts';
import { valueOrStop } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';
import type { Quarter } from './quarter.ts';

/** A letter of a disbursed distribution. */
interface LetterOfRun {
  readonly distribution: NamedRecord;
  readonly participant: NamedRecord;
}

/** Finds records by name, and the recipients of documents. */
export interface Names {
  lookUp(type: string, text: string): Promise<Answer>;
  /** All records of a kind. For `vehicle`, all funds and coinvestments. */
  everyRecord(type: string): Promise<readonly NamedRecord[]>;
  /** The investors with a capital account in a fund at a quarter end. */
  investorsOf(fundId: string, endDate: string): Promise<readonly NamedRecord[]>;
  /** The letters of distributions of a fund that were disbursed in a period. */
  lettersOf(fundId: string, period: Quarter): Promise<readonly LetterOfRun[]>;
}

const anyone: NamedRecord = { id: emptyId, name: 'all' };
/** Accepts every name, so that a file can be checked before a server is contacted. */
export const uncheckedNames: Names = {
  lookUp: async (_type, text) => ({ record: { id: emptyId, name: text } }),
  everyRecord: async () => [anyone],
  investorsOf: async () => [anyone],
  lettersOf: async () => [{ distribution: anyone, participant: anyone }],
};

/** The names of the firm that the session is signed in to. */
export function namesOfSession(session: Session): Names {
  const { server, client } = session;
  return {
    lookUp: lookUpAt(session),
    everyRecord: (type) => everyRecord(session, type),
    async investorsOf(fundId, endDate) {
      const query = { fundId };
      return valueOrStop(
        server,
        await client.call(capitalAccountEndpoints.listCasInvestorsOn, { params: { endDate }, query }),
      );
    },
    lettersOf: async (vehicleId, period) =>
      valueOrStop(server, await client.call(distributionEndpoints.listLetters, { query: { vehicleId, ...period } })),
  };
}
