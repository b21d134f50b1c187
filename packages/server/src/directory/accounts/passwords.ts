import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { sameSecret } from '../../gate/secrets/constant-time.ts'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'

/** OWASP's scrypt parameters: 2^15 blocks of 1 KiB (32 MiB), three times over; about 0.2 s of one core. */
const COST = { log2n: 15, r: 8, p: 3 }
const HASH_BYTES = 32

/**
 * Two at a time: a flood of sign-ins may take neither all threads that files and compression need, nor much memory. Addresses take
 * turns, so that a flood from one does not keep the others out.
 */
const inTurn = createFairQueue({
  ...{ slots: 2, maxWaiting: { perOwner: 100, all: 1_000 } },
  refusal: () => new AppError('unavailable', { refusedBy: 'passwords' }),
})
/** Whose turn it is where nobody guesses. */
const OURSELVES = ''

const derive = (owner: string, password: string, salt: Buffer, bytes: number, { log2n, r, p }: typeof COST): Promise<Buffer> => {
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

/** In PHC string format, so that a later version can raise the cost: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await derive(OURSELVES, password, salt, HASH_BYTES, COST)
  const { log2n, r, p } = COST
  return `$scrypt$ln=${log2n},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`
}

/** As the format wants its base64. */
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)=*\$([A-Za-z0-9+/]+)=*$/

/** Nobody's: so that an unknown user takes as long as a wrong password. */
const NO_PASSWORD_HASH = `$scrypt$ln=${COST.log2n},r=${COST.r},p=${COST.p}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`

/**
 * Whether it is the password of a stored hash, of whatever cost and length; without one never.
 * @param address who asks: each waits for their own turn
 * @throws AppError unavailable when too many ask at once
 */
export const passwordMatches = async (address: string, password: string, stored: string | undefined): Promise<boolean> => {
  const [, log2n, r, p, salt, hash] = PHC.exec(stored ?? NO_PASSWORD_HASH) ?? []
  if (!salt || !hash) throw new Error('A stored password hash is not in the known format.')
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64')
  const derived = await derive(address, password, Buffer.from(salt, 'base64'), expected.length, cost)
  return sameSecret(derived, expected) && stored !== undefined
}
