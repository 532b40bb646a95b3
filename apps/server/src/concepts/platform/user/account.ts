import { endSessions, sessionsOfPerson } from '@carrara/adapters/identity/ownSessions';
import { readFactors } from '@carrara/adapters/identity/secondFactors';
import { readPasswordHash } from '@carrara/adapters/identity/persons';
import { pictureOfPerson, replacePicture } from '@carrara/adapters/identity/ownPicture';
import { storeDisplayFormats } from '@carrara/adapters/identity/displayFormats';
import { finishTour, isTourFinished } from '@carrara/adapters/identity/finishedTours';
import type { accountEndpoints } from '@carrara/contract/platform/user/account';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { detectImageType, readPicture } from '../../../files/imageType.ts';
import { inHomeTenant } from '../../../usecases/platform/homeChange.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  type OwnFactorPorts,
  removeSecondFactor,
} from '../../../usecases/platform/secondFactor.ts';
import { passkeyLocation } from '../passkey/passkeyLocation.ts';

export function accountOperations(ports: OwnFactorPorts): Operations<typeof accountEndpoints> {
  const { pool } = ports;
  return {
    async getAccount({ person }) {
      const [factors, hash] = await Promise.all([readFactors(pool, person.id), readPasswordHash(pool, person.id)]);
      return ok({
        hasPassword: hash !== undefined,
        secondFactorSince: factors.authenticatorSince,
        remainingRecoveryCodes: factors.remainingRecoveryCodes,
      });
    },
    async getOwnPicture({ person }) {
      const found = await pictureOfPerson(pool, person.id);
      return ok({ picture: found ? `data:${found.type};base64,${found.bytes.toString('base64')}` : null });
    },
    async setOwnPicture(context, { file }) {
      const bytes = await readPicture(file);
      if (bytes.isErr()) return err(bytes.error);
      const type = await detectImageType(bytes.value);
      if (type.isErr()) return err(type.error);
      const picture = { type: type.value, bytes: bytes.value };
      return inHomeTenant(ports, context, 'setOwnPicture', async (tx) =>
        ok({ saved: await replacePicture(tx, context.person.id, picture) }),
      );
    },
    removeOwnPicture: (context) =>
      inHomeTenant(ports, context, 'removeOwnPicture', async (tx) =>
        ok({ removed: await replacePicture(tx, context.person.id, null) }),
      ),
    getOwnTour: async ({ person }) => ok({ isFinished: await isTourFinished(pool, person.id) }),
    async finishTour({ person, now }) {
      await finishTour(pool, person.id, now);
      return ok({ isFinished: true });
    },
    async chooseFormats({ person }, { body }) {
      await storeDisplayFormats(pool, person.id, body);
      return ok(body);
    },
    async getOwnFactors({ person, client }) {
      const [factors, hash] = await Promise.all([readFactors(pool, person.id), readPasswordHash(pool, person.id)]);
      const host = passkeyLocation(client)?.host;
      return ok({
        authenticator: factors.authenticatorSince !== null,
        passkey: host !== undefined && factors.passkeyHosts.includes(host),
        recoveryCodes: factors.remainingRecoveryCodes > 0,
        hasPassword: hash !== undefined,
      });
    },
    async confirmSecondFactor(context, { body }) {
      const confirmed = await confirmSecondFactor(ports, context, body.code);
      if (confirmed.isErr()) return err(confirmed.error);
      const { remainingRecoveryCodes } = await readFactors(pool, context.person.id);
      return ok({ confirmed: true, remainingRecoveryCodes });
    },
    beginSecondFactor: async (context, { body }) =>
      (await beginSecondFactor(ports, context, body.currentPassword)).map((enrolment) => ({ ...enrolment })),
    enableSecondFactor: (context, { body }) => enableSecondFactor(ports, context, body.code),
    removeSecondFactor: async (context, { body }) =>
      (await removeSecondFactor(ports, context, body.code)).map((removed) => ({ removed })),
    renewRecoveryCodes: (context, { body }) => renewRecoveryCodes(ports, context, body.code),
    ...sessionOperations(ports),
  };
}

const sessionOperations = ({
  pool,
  onSessionEnded,
}: OwnFactorPorts): Pick<
  Operations<typeof accountEndpoints>,
  'listOwnSessions' | 'endOwnSession' | 'endOtherSessions'
> => ({
  async listOwnSessions({ person, sessionId, now }) {
    const sessions = await sessionsOfPerson(pool, person.id, now);
    return ok(
      sessions.map((session) => ({
        ...session,
        methods: [...session.methods],
        isThis: session.id === sessionId,
      })),
    );
  },
  async endOwnSession({ person, now }, { params }) {
    const ended = await endSessions(pool, person.id, { id: params.id }, now);
    if (ended === 0) return err([fail('NOT_FOUND', ['id'], 'You have no such session.')]);
    onSessionEnded();
    return ok({ ended });
  },
  async endOtherSessions({ person, sessionId, now }) {
    const ended = await endSessions(pool, person.id, { remainingId: sessionId }, now);
    if (ended > 0) onSessionEnded();
    return ok({ ended });
  },
});
