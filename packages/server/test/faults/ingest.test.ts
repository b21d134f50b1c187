import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stepClocks } from './scenarios/clock.ts'
import { openHalf, openIdle, useUpFiles } from './scenarios/connections.ts'
import {
  freezePostgres,
  lockTable,
  replaceDatabase,
  slowDatabaseDown,
  stallDatabase,
  takeDatabaseAway,
} from './scenarios/database.ts'
import { cutPower, killConnection, killNodes, killPostgres } from './scenarios/processes.ts'
import { killDuringRefresh } from './scenarios/refresh.ts'
import { isLinux, isLong } from './support/form.ts'
import { settle } from './support/settle.ts'
import { openStage, type Stage } from './support/stage.ts'

/**
 * Senders go on from the first test to the last, each call to any of two nodes that know nothing of each other: in the end their ledger
 * has to be exact.
 */
describe.runIf(isLinux)('while senders send', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ nodes: 2, organizations: 2, senders: 8 })
  })
  afterEach(() => delay(300))
  afterAll(() => stage?.[Symbol.asyncDispose]())

  test('nodes that are killed are back by themselves, and the others serve meanwhile', () => killNodes(stage))
  test('PostgreSQL that is killed is back by itself', () => killPostgres(stage))
  test('a crash of one connection of PostgreSQL, which ends all others, passes', () => killConnection(stage))
  test('a database that is away is reported at once, and found again', () => takeDatabaseAway(stage))
  test('a slow database makes calls slow and nothing else', () => slowDatabaseDown(stage))
  test('a database that does not answer keeps no caller waiting forever', () => stallDatabase(stage))
  test('a lock on the table of the events keeps no caller waiting forever', () => lockTable(stage))
  test('clocks that step to and fro end tokens early and do nothing else', () => stepClocks(stage))
  test('a refresh that is killed is made up for by the next one', () => killDuringRefresh(stage))
  test('connections that are idle or never finish do not block other callers', async () => {
    await Promise.all([openIdle(stage), openHalf(stage)])
  })

  test('connections that use up what may be open are closed, and nothing else breaks', () => useUpFiles(stage))

  test.runIf(isLong)('everything is killed at once, and is back by itself', () => cutPower(stage))
  test.runIf(isLong)('a frozen PostgreSQL keeps no caller waiting forever', () => freezePostgres(stage))
  test.runIf(isLong)('connections that are silently lost are replaced', () => replaceDatabase(stage))

  test('everything that was acknowledged is stored exactly once and shown by the warehouse, and nothing else is', async () => {
    expect(await settle(stage, 'running')).toEqual([])
    expect(stage.nodes.map(({ stderr }) => stderr).join('')).not.toMatch(/unhandled|uncaught/i)
  })
})
