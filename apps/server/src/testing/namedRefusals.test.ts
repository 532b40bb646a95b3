import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { fail, type FailureCode } from '@carrara/domain/kernel';
import { errorBody } from '../calls/failures.ts';
import { assertNamedRefusals } from './namedRefusals.ts';

/** Returns the response of `saveFund` if the operation refuses with this code. */
async function answerOf(code: FailureCode) {
  const app = Fastify();
  assertNamedRefusals(app);
  app.get('/', { config: { operation: 'saveFund' } }, (_request, reply) =>
    reply.code(422).send(errorBody([fail(code, [], 'Why it is refused.')])),
  );
  const { statusCode, body } = await app.inject({ method: 'GET', url: '/' });
  await app.close();
  return { statusCode, body };
}

it('accepts a refusal that the endpoint lists, or that any call may return', async () => {
  expect(await answerOf('CURRENCY_IN_USE')).toMatchObject({ statusCode: 422 });
  expect(await answerOf('NOT_FOUND')).toMatchObject({ statusCode: 422 });
});

it('turns an unlisted refusal into a fault', async () => {
  const { statusCode, body } = await answerOf('NO_SHARES');
  expect(statusCode).toBe(500);
  expect(body).toContain('saveFund was refused with NO_SHARES');
});
