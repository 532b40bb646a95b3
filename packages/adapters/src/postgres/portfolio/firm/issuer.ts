import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { addressLines } from '../../engine/texts/addressLines.ts';

/** Issuer of the documents about a fund or coinvestment, or about itself. */
export interface Issuer {
  readonly name: string;
  readonly address: readonly string[];
  readonly logo: Buffer | null;
}

/** Returns the firm of a fund or coinvestment, or the firm with this id. Undefined if none is entered. */
export async function readIssuer(tx: Transaction, id: string): Promise<Issuer | undefined> {
  const [issuer] = await tx.query<Issuer>(
    `SELECT c.name, to_jsonb(${addressLines('f', 'address')}) AS address,
       (SELECT i.content FROM image i WHERE i.tenant_id = f.tenant_id AND i.id = f.logo_image_id) AS logo
     FROM firm f JOIN container c ON c.tenant_id = f.tenant_id AND c.id = f.id
     WHERE f.tenant_id = $1 AND f.id = coalesce(
       (SELECT v.firm_id FROM fund v WHERE v.tenant_id = $1 AND v.id = $2),
       (SELECT v.firm_id FROM coinvestment v WHERE v.tenant_id = $1 AND v.id = $2), $2)`,
    [tx.tenantId, id],
  );
  return issuer;
}
