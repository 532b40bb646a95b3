import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Deviations of a device from the correct behavior. */
interface Actions {
  /** Page that the device believes to be on. */
  readonly origin?: string;
  /** Host that the device signs for. */
  readonly host?: string;
  /** True if the device asks its owner for a PIN, fingerprint or face. */
  readonly verifies?: boolean;
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A software device that creates one passkey and signs with it (ES256) as in Web Authentication, without a browser. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #origin: string;
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Returns the data that a browser sends about a new passkey. */
  create(challenge: string, actions: Actions = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a P-256 key for ES256.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const data = Buffer.concat([this.#authenticatorData(flags.attested, actions), attested]);
    // CBOR of {fmt: 'none', attStmt: {}, authData: data}.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return {
      Id: this.id.toString('base64url'),
      ClientData: this.#clientData('webauthn.create', challenge, actions).toString('base64url'),
      Attestation: attestation.toString('base64url'),
      Transports: ['internal'],
    };
  }

  /** Returns the data that a browser sends for a signed challenge. */
  sign(challenge: string, actions: Actions = {}) {
    this.counter += 1;
    const data = this.#authenticatorData(0, actions);
    const clientData = this.#clientData('webauthn.get', challenge, actions);
    return {
      Id: this.id.toString('base64url'),
      ClientData: clientData.toString('base64url'),
      AuthenticatorData: data.toString('base64url'),
      Signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey).toString('base64url'),
    };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Actions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(more: number, { host = new URL(this.#origin).hostname, verifies = true }: Actions): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      sha256(host),
      Buffer.from([flags.present | (verifies ? flags.verified : 0) | more]),
      counter,
    ]);
  }
}
