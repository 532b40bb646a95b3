import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Compressing a shorter response does not save a network packet. */
const leastBytes = 1_024;
/** Higher levels take twice the time and save a tenth of the bytes. */
const level = 3;

/** Signed-in calls whose responses can contain a credential. */
const credentialCalls = /^\/api\/(signin|apitoken|user|powerbi|carry\/portal-user)(\/|$)/i;

/**
 * Returns true unless the response can contain a credential. The size of a compressed response gives away a credential
 * that is next to text from the request.
 */
export const isCompressible = ({ permission, path }: Pick<Endpoint, 'permission' | 'path'>): boolean =>
  permission !== 'public' && permission !== 'signedIn' && !credentialCalls.test(path);

/** Sends JSON, with gzip if that is allowed, saves bytes, and the client accepts it. */
export async function sendJson(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  json: string,
  mayCompress: boolean,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  if (!mayCompress) return reply.send(json);
  reply.header('vary', 'accept-encoding');
  if (json.length < leastBytes || !acceptsGzip(headers['accept-encoding'])) return reply.send(json);
  const content = await compress(json, { level });
  return reply.header('content-encoding', 'gzip').send(content);
}

/** Quality 0 refuses an encoding. */
const acceptsGzip = (accepted = ''): boolean =>
  accepted.split(',').some((encoding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(encoding));
