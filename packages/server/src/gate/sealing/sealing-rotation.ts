import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ConfigError } from '../../platform/config.ts'
import { withLock } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { LISTENER_NAME, type Listener } from '../../platform/notifications/listener.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { createSealer, type Sealer } from './sealing.ts'
import { newSealingKey, readSealingKeys, type SealingKeys, writeSealingKeys } from './sealing-keys.ts'

/** On a question, each node reads its keys again and answers with their fingerprints. */
const QUESTION_CHANNEL = 'rollcall_sealing_question'
const ANSWER_CHANNEL = 'rollcall_sealing_answer'
/** How long to wait for the answers, because a busy node answers late. */
const ANSWER_MS = 10_000
const POLL_MS = 50

/** Every sealed column of the database; each value is bound to what is `for` and the key of its row. */
const SEALED = [
  { table: 'api_keys', column: 'secret_sealed', key: 'id', for: '' },
  { table: 'signing_keys', column: 'secret_sealed', key: 'id', for: '' },
  { table: 'cells', column: 'url_sealed', key: 'name', for: 'cell ' },
  { table: 'cells', column: 'replica_url_sealed', key: 'name', for: 'replica ' },
] as const

/** Answers the command that changes the key, which checks that this node knows the new one. */
export const answerSealingQuestions = (
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
  return listener.on(QUESTION_CHANNEL, (question) => {
    if (question !== undefined) answer(question).catch(onError)
  })
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
 * @throws ConfigError if there is no next key, or a running node does not know it
 * @throws AppError conflict while another rotation runs
 */
export const rotateSealingKey = async (
  { db, listener }: SealedDatabase,
  { secretKey, dataDir, answerMs = ANSWER_MS }: RotationOptions,
  otherCells: readonly SealedDatabase[] = [],
): Promise<SealingRotation> => {
  const report = await withLock(db, { name: 'rollcall.sealing_rotation', wait: false }, async () => {
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
  if (!report) throw new AppError('conflict', { detail: 'Another command is already changing the sealing key.' })
  return report
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

/** Seals all secrets in one transaction: other writers wait for the row that names the key, and then use the new one. */
const resealAll = (db: Db, sealer: Sealer, fingerprint: string): Promise<number> =>
  transact(db, async (trx) => {
    await trx.updateTable('sealing_check').set({ fingerprint }).execute()
    let resealed = 0
    for (const { table, column, key, for: what } of SEALED) {
      const { rows } = await sql<{ key: string; sealed: Buffer }>`
        select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed
        from ${sql.table(table)}
        where ${sql.ref(column)} is not null
      `.execute(trx)
      const again = rows.map((row) => sealer.seal(sealer.open(row.sealed, what + row.key), what + row.key, fingerprint))
      await sql`
        update ${sql.table(table)} t
        set ${sql.ref(column)} = decode(s.sealed, 'base64')
        from unnest(
          ${arrayLiteral(rows.map((row) => row.key))}::text[], ${arrayLiteral(again.map((bytes) => bytes.toString('base64')))}::text[]
        ) as s (key, sealed)
        where t.${sql.ref(key)}::text = s.key
      `.execute(trx)
      resealed += rows.length
    }
    return resealed
  })
