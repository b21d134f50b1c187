import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** The public key in the COSE format (RFC 9053 §2.1, §7.1): EC2, ES256, P-256, x, y. */
const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

interface Flags {
  /** Whether the person proved who they are, by a finger for example. */
  readonly isVerified?: boolean
}

interface Site {
  readonly origin: string
  readonly host: string
}

/** A device that holds one passkey, made of keys of this process: it answers as a browser and a real device do. */
export class Authenticator {
  readonly credentialId = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #count = 0

  readonly site: Site

  constructor(site: Site) {
    this.site = site
  }

  /** The public key as the service stores it. */
  get publicKey(): Buffer {
    return coseKey(this.#keys.publicKey)
  }

  /** Sets its counter back, as a copy of a device does that was made before. */
  rewind(count: number): void {
    this.#count = count
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.site.origin, crossOrigin: false }))
  }

  #data(flags: number, attested: Buffer = Buffer.alloc(0)): Buffer {
    this.#count++
    return Buffer.concat([sha256(this.site.host), Buffer.from([flags]), uint32(this.#count), attested])
  }

  /** Answers navigator.credentials.create, in the fields of the API. */
  create(challenge: string, { isVerified = true }: Flags = {}) {
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.credentialId.length), this.credentialId, this.publicKey])
    const authData = this.#data(PRESENT | ATTESTED | (isVerified ? VERIFIED : 0), attested)
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      uint16(authData.length),
      authData,
    ])
    return {
      credentialId: this.credentialId.toString('base64url'),
      clientDataJson: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    }
  }

  /** Answers navigator.credentials.get, in the fields of the API. */
  get(challenge: string, userHandle: string, { isVerified = true }: Flags = {}) {
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#data(PRESENT | (isVerified ? VERIFIED : 0))
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey)
    return {
      credentialId: this.credentialId.toString('base64url'),
      clientDataJson: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle,
    }
  }
}
