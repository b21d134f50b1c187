import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { pick } from '../support/form.ts'
import { observe } from '../support/observe.ts'
import type { Stage } from '../support/stage.ts'

const FLOOD = 400

/** The memory in MB that the nodes use more after the work. */
const growthOf = async ({ nodes }: Stage, work: () => Promise<void>): Promise<string> => {
  const before = await Promise.all(nodes.map((node) => node.usedMemory()))
  await work()
  const after = await Promise.all(nodes.map((node) => node.usedMemory()))
  const grown = after.map((mb, index) => mb - (before[index] as number))
  return `memory of the nodes ${grown.map((mb) => `${mb < 0 ? '' : '+'}${mb}`).join(' and ')} MB`
}

export const takeDatabaseAway = async (stage: Stage): Promise<void> => {
  await observe(stage, 'database away', async () => {
    await stage.relay.cut()
    await delay(pick(5_000, 60_000))
    await stage.relay.open()
    return undefined
  })
}

export const slowDatabaseDown = async (stage: Stage): Promise<void> => {
  const { seen } = await observe(stage, 'each answer of the database 300 ms late', async () => {
    stage.relay.delayMs = 300
    await delay(pick(3_000, 10_000))
    stage.relay.delayMs = 0
    return undefined
  })
  expect(Object.keys(seen)).toEqual(['200'])
}

/** No caller waits longer than a statement may take; a caller that finds no connection gets an error after seconds. */
export const stallDatabase = async (stage: Stage): Promise<void> => {
  await observe(stage, `no answer of the database comes through, ${FLOOD} more callers`, async () => {
    const note = await growthOf(stage, async () => {
      stage.relay.stall()
      const flooded = stage.senders.flood(FLOOD)
      await delay(pick(6_000, 45_000))
      stage.relay.resume()
      await flooded
    })
    return { note }
  })
}

export const freezePostgres = async (stage: Stage): Promise<void> => {
  await observe(stage, 'all processes of PostgreSQL stopped (SIGSTOP)', async () => {
    const resume = await stage.postgres.suspend()
    await delay(40_000)
    resume()
    return undefined
  })
}

export const lockTable = async (stage: Stage): Promise<void> => {
  await observe(stage, 'another session holds a lock on presence_events', async () => {
    const client = await stage.database.pool.connect()
    await client.query('begin')
    await client.query('lock table presence_events in access exclusive mode')
    await delay(pick(3_000, 40_000))
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    await client.query('commit')
    client.release()
    return { note: `${rows[0]?.waiting} statements wait for it in the end` }
  })
}

/** Imitates a failover: the machine behind the connections vanishes silently, and another one takes its address. */
export const replaceDatabase = async (stage: Stage): Promise<void> => {
  await observe(stage, 'connections to the database are never answered again, new ones are', async () => {
    stage.relay.forsake()
    return undefined
  })
}
