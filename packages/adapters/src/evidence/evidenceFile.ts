import { createHash, createHmac } from 'node:crypto';
import { EVIDENCE_FORMAT, type Evidence } from '@carrara/domain/carry/evidence';
import { err, ok, type Result } from '@carrara/domain/kernel';
import { z } from 'zod';
import { canonicalJson } from '../postgres/engine/journal/auditKey.ts';

/** Last fields of an evidence pack: the digest of everything else, and the installation's seal of that digest. */
interface Closing {
  /** SHA-256 of the rest of the pack as JSON without whitespace, with keys sorted. */
  readonly sha256: string;
  /** HMAC-SHA256 of the digest under a secret of the installation and the firm. `carrara audit evidence` checks it. */
  readonly seal: string;
}
type SealedEvidence = Evidence & Closing;

export interface ReadPack {
  readonly pack: SealedEvidence;
  /** Digest computed from the file. If it differs from the stored one, the contents were changed. */
  readonly digest: string;
}

/**
 * Returns the firm's sealing function. Somebody who changes a pack and its digest can't create the matching seal.
 * `secret` comes from a transaction of the firm.
 */
export const evidenceSeal =
  ({ secret }: { readonly secret: (purpose: string) => Buffer }) =>
  (digest: string): string =>
    createHmac('sha256', secret('evidence')).update(digest).digest('hex');

/** Returns the pack as the text of a file. The same request about the same records always gives the same bytes. */
export function writeEvidence(evidence: Evidence, sealOf: (digest: string) => string): string {
  const sha256 = digestOf(evidence);
  const ordered = JSON.parse(canonicalJson(evidence)) as object;
  return `${JSON.stringify({ ...ordered, sha256, seal: sealOf(sha256) }, null, 1)}\n`;
}

const run = z.looseObject({
  kind: z.enum(['distribution', 'realization', 'ledgerRun']),
  id: z.string(),
  name: z.string(),
});
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not an identifier');
const computed = z.looseObject({
  engineVersion: z.string(),
  inputs: z.looseObject({}),
  figures: z.union([z.looseObject({}), z.array(z.looseObject({}))]),
});
/** Just enough to recognize a pack. Recomputing it finds anything wrong in the details. */
const shape = z.looseObject({
  format: z.literal(EVIDENCE_FORMAT),
  firm: z.looseObject({ id: uuid }),
  run,
  computed,
  undone: computed.nullable(),
  names: z.record(z.string(), z.string()),
  sha256: z.string(),
  seal: z.string(),
});

/** Reads a pack. Fails: with a sentence if the file is not a pack. */
export function readEvidence(text: string): Result<ReadPack, string> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return err('This isn’t an evidence pack because it isn’t JSON.');
  }
  const read = shape.safeParse(found);
  if (!read.success) {
    const [{ path, message } = { path: [], message: '' }] = read.error.issues;
    return err(`This isn’t an evidence pack: ${[path.join('.'), message].filter(Boolean).join(': ')}.`);
  }
  const { sha256: _named, seal: _sealed, ...content } = read.data;
  return ok({ pack: found as SealedEvidence, digest: digestOf(content) });
}

const digestOf = (content: object): string => createHash('sha256').update(canonicalJson(content)).digest('hex');
