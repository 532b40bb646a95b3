import { createHash, createHmac } from 'node:crypto';
import { EVIDENCE_FORMAT, type Evidence } from '@carrara/domain/carry/evidence';
import { err, ok, type Result } from '@carrara/domain/kernel';
import { z } from 'zod';
import { canonical } from '../postgres/engine/journal/auditKey.ts';

/** What closes a pack: the digest of all the rest, and the installation's seal of the digest. */
interface Closing {
  /** SHA-256 of the rest as JSON without blanks, names in the order of their letters. */
  readonly sha256: string;
  /** HMAC-SHA256 of the digest under a secret of the installation and the firm, which `carrara audit evidence` knows. */
  readonly seal: string;
}
export type SealedEvidence = Evidence & Closing;

/** A pack as it was found. */
export interface ReadPack {
  readonly pack: SealedEvidence;
  /** The digest of what is in the file; another than it names where something in it was changed. */
  readonly digest: string;
}

/** The seal of a firm: who changes a pack and its digest cannot make it. `secret` is that of a transaction of the firm. */
export const evidenceSeal =
  ({ secret }: { readonly secret: (purpose: string) => Buffer }) =>
  (digest: string): string =>
    createHmac('sha256', secret('evidence')).update(digest).digest('hex');

/** A pack as a file: the same bytes whenever the same is asked of the same records. */
export function writeEvidence(evidence: Evidence, sealOf: (digest: string) => string): string {
  const sha256 = digestOf(evidence);
  const ordered = JSON.parse(canonical(evidence)) as object;
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
/** As much as tells a pack from another file; what is wrong further in is found when it is computed again. */
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

/** Reads a pack. Fails: a sentence, where the file is none. */
export function readEvidence(text: string): Result<ReadPack, string> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return err('This isn’t an evidence pack: it is not JSON.');
  }
  const read = shape.safeParse(found);
  if (!read.success) {
    const [{ path, message } = { path: [], message: '' }] = read.error.issues;
    return err(`This isn’t an evidence pack: ${[path.join('.'), message].filter(Boolean).join(': ')}.`);
  }
  const { sha256: _named, seal: _sealed, ...content } = read.data;
  return ok({ pack: found as SealedEvidence, digest: digestOf(content) });
}

const digestOf = (content: object): string => createHash('sha256').update(canonical(content)).digest('hex');
