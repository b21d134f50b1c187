import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ConfigError } from '../../platform/config.ts'
import { SECRETS_LOCK, withLock } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { LISTENER_NAME, type Listener } from '../../platform/notifications/listener.ts'
import { CHANGED_CHANNEL, resealAll } from './reseal.ts'
import { createSealer, type Sealer, sealWithStoredKey } from './sealing.ts'
import { newSealingKey, readSealingKeys, type SealingKeys, writeSealingKeys } from './sealing-keys.ts'

/** On a question, each node reads its keys again and answers with their fingerprints. */
const QUESTION_CHANNEL = 'rollcall_sealing_question'
const ANSWER_CHANNEL = 'rollcall_sealing_answer'
/** How long to wait for the answers, because a busy node answers late. */
const ANSWER_MS = 10_000
const POLL_MS = 50

/**
 * Answers the command that changes the key, which checks that this node knows the new one, and seals with that one once it is in
 * use. A node that was not connected was not asked, so it reads its keys again once it is.
 */
export const followSealingKey = async (
  db: Db,
  listener: Listener,
  sealer: Sealer,
  readKeys: () => Promise<SealingKeys>,
  onError: (error: unknown) => void,
): Promise<void> => {
  const answer = async (question: string): Promise<void> => {
    sealer.learn(await readKeys())
    await sql`select pg_notify(${ANSWER_CHANNEL}, ${[question, ...sealer.fingerprints].join(' ')})`.execute(db)
  }
  const takeUp = async (): Promise<void> => {
    sealer.learn(await readKeys())
    await sealWithStoredKey(db, sealer)
  }
  await listener.on(QUESTION_CHANNEL, (question) => {
    if (question !== undefined) answer(question).catch(onError)
  })
  await listener.on(CHANGED_CHANNEL, (change) => {
    if (change !== undefined || listener.isListening()) takeUp().catch(onError)
  })
  // The key may have been changed since this node checked its own.
  await takeUp()
}

interface SealedDatabase {
  readonly db: Db
  readonly listener: Listener
}

interface RotationOptions {
  /** ROLLCALL_SECRET_KEY if the keys are in the environment, else undefined. */
  readonly secretKey: string | undefined
  readonly dataDir: string
  /** How long running nodes have to confirm that they know the new key. */
  readonly answerMs?: number
}

export interface SealingRotation {
  /** The number of secrets that were sealed again. */
  readonly resealed: number
  /** The fingerprint of the current key, which does not reveal it. */
  readonly fingerprint: string
  /** Where the keys are; from the environment the operator removes the old one. */
  readonly keysIn: 'environment' | 'file'
}

/**
 * Seals every secret of the database with the operator's next key. The command may be killed at any time and run again: before
 * the commit the old key is current, after it the new one, and nodes that start meanwhile know both. Running nodes keep working.
 *
 * The next key is the one after the current one in ROLLCALL_SECRET_KEY, or a new one, which the file gets before it is used.
 *
 * @throws ConfigError if there is no next key, a running node does not know it, or an organization is on its way to another cell
 * @throws AppError conflict while another rotation runs, or a command moves an organization
 */
export const rotateSealingKey = async (
  { db, listener }: SealedDatabase,
  { secretKey, dataDir, answerMs = ANSWER_MS }: RotationOptions,
  otherCells: readonly SealedDatabase[] = [],
): Promise<SealingRotation> => {
  const report = await withLock(db, { name: SECRETS_LOCK, wait: false }, async () => {
    await assertNothingMoves(db)
    const [old, next] = await takeNextKey(db, secretKey, dataDir)
    const fingerprint = createSealer(next).fingerprints[0] as string
    await assertKnownToNodes(db, listener, fingerprint, answerMs)
    for (const cell of otherCells) await assertKnownToNodes(cell.db, cell.listener, fingerprint, answerMs)
    const sealer = createSealer(next, old)
    let resealed = 0
    // The database of DATABASE_URL says which key is the current one, so it comes last: until then the command can run again.
    for (const cell of otherCells) resealed += await resealAll(cell.db, sealer, fingerprint)
    resealed += await resealAll(db, sealer, fingerprint)
    if (secretKey === undefined) await writeSealingKeys(dataDir, [next])
    return { resealed, fingerprint, keysIn: secretKey === undefined ? 'file' : 'environment' } as const
  })
  if (!report)
    throw new AppError('conflict', {
      detail: 'Another command is changing the sealing key, or moving an organization. Wait until it has ended.',
    })
  return report
}

/**
 * Secrets of an organization that is between two databases could be sealed in the one that it leaves and copied before. Copies that
 * were left behind after a move are no obstacle.
 */
const assertNothingMoves = async (control: Db): Promise<void> => {
  const rows = await control
    .selectFrom('organization_moves')
    .select(['org_id', 'from_cell', 'to_cell'])
    .where('phase', 'not in', ['switched', 'confirmed', 'canceled'])
    .execute()
  if (rows.length === 0) return
  const moves = rows.map((row) => `${row.org_id} from ${row.from_cell} to ${row.to_cell}`)
  throw new ConfigError(
    `Organizations are on their way to another cell: ${moves.join(', ')}. End that first: rollcall org move ORG --to CELL completes a move, --cancel takes it back.`,
  )
}

/** Returns the current key and the next one, after storing both where a starting node finds them. */
const takeNextKey = async (db: Db, secretKey: string | undefined, dataDir: string): Promise<[Buffer, Buffer]> => {
  const keys = await readSealingKeys(secretKey, dataDir)
  const inUse = await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirstOrThrow()
  const index = keys.findIndex((key) => createSealer(key).fingerprints[0] === inUse.fingerprint)
  const [old, next] = [keys[index], keys[index + 1]]
  if (!old) throw new ConfigError('None of the keys in ROLLCALL_SECRET_KEY is the one in use.')
  if (next) return [old, next]
  if (secretKey !== undefined) {
    throw new ConfigError(
      'ROLLCALL_SECRET_KEY contains no key after the one in use. Create one (openssl rand -base64 32), set ROLLCALL_SECRET_KEY=OLD,NEW for every node and for this command, restart the nodes, then run this again.',
    )
  }
  const fresh = newSealingKey()
  await writeSealingKeys(dataDir, [old, fresh])
  return [old, fresh]
}

/** Waits until every running node confirms that it knows the key. The nodes are counted by their listening connections. */
const assertKnownToNodes = async (db: Db, listener: Listener, fingerprint: string, answerMs: number): Promise<void> => {
  const question = randomUUID()
  let confirmed = 0
  await listener.on(ANSWER_CHANNEL, (answer) => {
    const [asked, ...fingerprints] = answer?.split(' ') ?? []
    if (asked === question && fingerprints.includes(fingerprint)) confirmed++
  })
  await sql`select pg_notify(${QUESTION_CHANNEL}, ${question})`.execute(db)
  for (const end = Date.now() + answerMs; ; await delay(POLL_MS)) {
    const missing = (await countListeners(db)) - 1 - confirmed
    if (missing <= 0) return
    if (Date.now() < end) continue
    throw new ConfigError(
      `${missing} of the programs that use this database ${missing === 1 ? 'does' : 'do'} not know the new sealing key, so nothing was changed. Give it to every node (ROLLCALL_SECRET_KEY=OLD,NEW, or the same file secret.key), restart them, let other commands end, and run this again.`,
    )
  }
}

/** Counts the connections of nodes and commands, including this one. */
const countListeners = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from pg_stat_activity
    where datname = current_database() and application_name = ${LISTENER_NAME}
  `.execute(db)
  return rows[0]?.count ?? 0
}
