import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { createTurns } from '../db/directory-lock.ts'

/** OWASP's scrypt parameters: 2^15 blocks of 1 KiB (32 MiB), three times over; about 0.2 s of one core. */
const COST = { log2n: 15, r: 8, p: 3 }
const HASH_BYTES = 32

/** Two at a time: a flood of sign-ins may take neither all threads that files and compression need, nor much memory. */
const inTurn = createTurns()
let turn = 0

const derive = (password: string, salt: Buffer, { log2n, r, p }: typeof COST): Promise<Buffer> => {
  const options: ScryptOptions = { N: 2 ** log2n, r, p, maxmem: 256 * 2 ** log2n * r }
  turn = (turn + 1) % 2
  return inTurn(
    `${turn}`,
    () =>
      new Promise((resolve, reject) => {
        // Two ways to type one letter give one password (RFC 8265).
        scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}

/** In PHC string format, so that a later version can raise the cost: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST)
  const { log2n, r, p } = COST
  return `$scrypt$ln=${log2n},r=${r},p=${p}$${salt.toString('base64')}$${hash.toString('base64')}`
}

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/** Nobody's: so that an unknown user takes as long as a wrong password. */
const NOBODY = `$scrypt$ln=${COST.log2n},r=${COST.r},p=${COST.p}$${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}`

export const passwordMatches = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [, log2n, r, p, salt, hash] = PHC.exec(stored ?? NOBODY) ?? []
  if (!salt || !hash) throw new Error('A stored password hash is not in the known format.')
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && stored !== undefined
}
