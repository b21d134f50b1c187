import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '../../platform/db/database.ts'
import { isSameDatabase, readPrimaryState, readReplicaState } from '../../warehouse/replica/server-state.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const CHECK = 'replica'
const TIMEOUT_MS = 5_000
const CATCH_UP_MS = 2_000

/** How the addresses of a database and of its replica are called where they are set. */
interface Names {
  readonly primary: string
  readonly replica: string
}

const OF_MAIN: Names = { primary: 'DATABASE_URL', replica: 'ROLLCALL_REPLICA_URL' }

/** The names of a cell that has a name itself. */
export const namesOfCell = (cell: string): Names => ({
  primary: `the cell ${cell}`,
  replica: `--replica of rollcall cells add ${cell}`,
})

interface Replica {
  readonly replicaUrl?: string | undefined
}

/** Checks that the replica, if there is one, is a replica of this database, and follows it. */
export const checkReplica = async (primary: pg.Pool, { replicaUrl }: Replica, names = OF_MAIN): Promise<Finding[]> => {
  if (replicaUrl === undefined) return []
  await using replica = openDatabase({ url: replicaUrl, poolSize: 1, statementMs: TIMEOUT_MS })
  try {
    return await judgeReplica(primary, replica.pool, names)
  } catch (error) {
    const found = `The replica of ${names.replica} does not answer: ${(error as Error).message}`
    return [warn(CHECK, found, 'Until it does, the service reads everything from the primary.')]
  }
}

const judgeReplica = async (primary: pg.Pool, replica: pg.Pool, names: Names): Promise<Finding[]> => {
  const written = await readPrimaryState(primary)
  const first = await readReplicaState(replica)
  if (!isSameDatabase(written, first)) {
    const remedy = `Set ${names.replica} to a streaming replica of the server of ${names.primary}, with the same database name.`
    return [fail(CHECK, `${names.replica} is another database than ${names.primary}.`, remedy)]
  }
  if (!first.isReplica) {
    const remedy = `Set ${names.replica} to a streaming replica; a promoted one has to be set up again.`
    return [fail(CHECK, `The server of ${names.replica} is no replica: it was promoted, or is the primary itself.`, remedy)]
  }
  if (first.position < written.position) await delay(CATCH_UP_MS)
  const { position } = await readReplicaState(replica)
  if (position < written.position) {
    const found = `The replica lacks what the primary wrote ${CATCH_UP_MS / 1000} seconds ago.`
    return [warn(CHECK, found, 'See pg_stat_replication of the primary, and pg_is_wal_replay_paused() of the replica.')]
  }
  const { rows } = await replica.query<{ value: string }>(`select current_setting('hot_standby_feedback') as value`)
  if (rows[0]?.value === 'on') return [ok(CHECK, 'The replica follows the primary.')]
  const found = 'The replica follows the primary, but hot_standby_feedback is off, so vacuum may end long reads.'
  return [warn(CHECK, found, 'Set hot_standby_feedback = on in the configuration of the replica, and reload it.')]
}
