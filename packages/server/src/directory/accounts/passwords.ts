import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { sameSecret } from '../../gate/secrets/constant-time.ts'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'

/** OWASP recommends these scrypt parameters: 2^15 blocks of 1 KiB (32 MiB), three passes. They take about 0.2 s of one core. */
export const PASSWORD_COST = { log2n: 15, r: 8, p: 3 }
type Cost = typeof PASSWORD_COST
const HASH_BYTES = 32
let cost: Cost = PASSWORD_COST

/** Sets what new hashes of this process cost: tests set hundreds of passwords. No setting of the service reaches it. */
export const setPasswordCost = (value: Cost): void => {
  cost = value
}

/**
 * Two hashes run at a time: a flood of sign-ins must not take all threads that files and compression need, nor much memory.
 * Addresses take turns, so that a flood from one does not block the others.
 */
const inTurn = createFairQueue({
  ...{ slots: 2, maxWaiting: { perOwner: 100, all: 1_000 } },
  refusal: () => new AppError('unavailable', { refusedBy: 'passwords' }),
})
/** New passwords are hashed under this owner, because they have no address to share turns by. */
const NO_ADDRESS = ''

const derive = (owner: string, password: string, salt: Buffer, bytes: number, { log2n, r, p }: Cost): Promise<Buffer> => {
  const options: ScryptOptions = { N: 2 ** log2n, r, p, maxmem: 256 * r * (2 ** log2n + p) }
  return inTurn(
    owner,
    () =>
      new Promise((resolve, reject) => {
        // Two ways to type one letter give one password (RFC 8265).
        scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}

/** The PHC string format allows a later version to raise the cost: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
const inPhc = (salt: Buffer, hash: Buffer, { log2n, r, p } = cost): string =>
  `$scrypt$ln=${log2n},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return inPhc(salt, await derive(NO_ADDRESS, password, salt, HASH_BYTES, cost))
}

/** The format uses base64 without padding. */
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)=*\$([A-Za-z0-9+/]+)=*$/

/** The hash for unknown users, so that they take as long as a wrong password. */
const hashOfNone = (): string => inPhc(randomBytes(16), randomBytes(HASH_BYTES))

/**
 * Returns whether the password matches a stored hash of any cost and length; without a hash it never does.
 * @param address the address of the caller, because addresses take turns
 * @throws AppError unavailable when too many calls are waiting
 */
export const passwordMatches = async (address: string, password: string, stored: string | undefined): Promise<boolean> => {
  const [, log2n, r, p, salt, hash] = PHC.exec(stored ?? hashOfNone()) ?? []
  if (!salt || !hash) throw new Error('A stored password hash is not in the known format.')
  const costOfStored = { log2n: Number(log2n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64')
  const derived = await derive(address, password, Buffer.from(salt, 'base64'), expected.length, costOfStored)
  return sameSecret(derived, expected) && stored !== undefined
}
