import { createHash, createPublicKey, verify } from 'node:crypto';
import { err, ok, type Result } from '@carrara/domain/kernel';
import { z } from 'zod';
import { filesIn } from '../files/filesIn.ts';
import { FORMAT, MANIFEST, SIGNATURE } from './certifiedPackage.ts';
import { fingerprintOf } from './certifyingKey.ts';

const shape = z.looseObject({
  format: z.literal(FORMAT),
  firm: z.string(),
  endDate: z.string(),
  domains: z.array(z.string()),
  knownSeq: z.number(),
  engineVersion: z.string(),
  madeAt: z.string(),
  madeBy: z.string(),
  publicKey: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** What a package is found to be. */
export interface CertifiedFinding {
  readonly manifest: z.output<typeof shape>;
  /** Of the key that signed it: to be compared with what the firm says its own is. */
  readonly fingerprint: string;
  /** Everything that is not as it was signed; none where it is genuine. */
  readonly troubles: readonly string[];
}

/** Holds a package to its own signature and digests, without the installation that made it. Fails: a sentence, where the file is none. */
export async function verifyCertified(bytes: Uint8Array): Promise<Result<CertifiedFinding, string>> {
  const files = new Map<string, Buffer>();
  const twice: string[] = [];
  try {
    for await (const { fileName, bytes: content } of filesIn(bytes)) {
      if (files.has(fileName)) twice.push(`${fileName} is there twice.`);
      files.set(fileName, content);
    }
  } catch {
    return err('the file is no zip that can be read.');
  }
  const [text, signature] = [files.get(MANIFEST), files.get(SIGNATURE)];
  if (text === undefined || signature === undefined)
    return err('the file is no certified data: it has no signed manifest.');
  const read = manifestOf(text);
  if (read === undefined) return err('the manifest of the file cannot be read.');
  const isSigned = isSignatureOf(text, signature, read.publicKey);
  const troubles = [
    ...twice,
    ...(isSigned ? [] : ['The signature is not that of the manifest: something in it was changed.']),
    ...read.files.flatMap(({ name, sha256 }) => {
      const content = files.get(name);
      if (content === undefined) return [`${name} is missing.`];
      return createHash('sha256').update(content).digest('hex') === sha256 ? [] : [`${name} was changed.`];
    }),
    ...[...files.keys()]
      .filter((name) => name !== MANIFEST && name !== SIGNATURE && !read.files.some((one) => one.name === name))
      .map((name) => `${name} was added.`),
  ];
  return ok({ manifest: read, fingerprint: fingerprintOf(read.publicKey), troubles });
}

function manifestOf(text: Buffer): z.output<typeof shape> | undefined {
  try {
    return shape.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

function isSignatureOf(text: Buffer, signature: Buffer, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, text, key, Buffer.from(signature.toString('utf8').trim(), 'base64'));
  } catch {
    return false;
  }
}
