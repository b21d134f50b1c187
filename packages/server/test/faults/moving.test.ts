import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { spawnCli } from '../../../cli/test/support.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { startBooking } from './support/bookings.ts'
import { isLinux, isLong } from './support/form.ts'
import { observe } from './support/observe.ts'
import type { LedgerOrganization } from './support/organization.ts'
import { OwnPostgres } from './support/own-postgres.ts'
import { settle } from './support/settle.ts'
import { openStage, type Stage } from './support/stage.ts'

/** How often the organization moves there and back. */
const JOURNEYS = 3

interface Command {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** Runs a command of the operator, and kills it after a while where a time is given. */
const operate = async ({ operatorEnv }: Stage, args: readonly string[], killAfterMs?: number): Promise<Command> => {
  const began = performance.now()
  const child = spawnCli(args, operatorEnv)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const killing = killAfterMs === undefined ? undefined : startTimer(() => child.kill('SIGKILL'), killAfterMs)
  const [code] = await once(child, 'close')
  killing?.()
  return { code, ...output, ms: performance.now() - began }
}

const startTimer = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Repeats a command until it succeeds: what it needs may be away for a moment. */
const insist = async (stage: Stage, args: readonly string[]): Promise<Command> => {
  for (let attempt = 1; ; attempt++) {
    const done = await operate(stage, args)
    if (done.code === 0) return done
    expect(attempt, done.stderr).toBeLessThan(20)
    await delay(500)
  }
}

interface Numbers {
  killed: number
  longestMs: number
}

/** Moves the organization while its mover, nodes and databases are killed, and removes what it left behind. */
const journey = async (stage: Stage, second: OwnPostgres, name: string, to: string, numbers: Numbers, usualMs: number) => {
  const move = ['org', 'move', name, '--to', to, '--json']
  const disturb = async (): Promise<void> => {
    await delay(Math.random() * usualMs)
    await stage.nodes[Math.floor(Math.random() * stage.nodes.length)]?.kill()
    if (Math.random() < 0.5) await (Math.random() < 0.5 ? stage.postgres : second).kill()
  }
  const disturbing = disturb()
  for (let kill = 0; kill < 3; kill++) {
    const { code } = await operate(stage, move, Math.random() * usualMs * 1.2)
    if (code === null) numbers.killed++
  }
  const { stdout } = await insist(stage, move)
  await disturbing
  const { readOnlyMs, phase } = JSON.parse(stdout) as { readOnlyMs: number | null; phase: string }
  expect(phase).toBe('switched')
  numbers.longestMs = Math.max(numbers.longestMs, readOnlyMs ?? 0)
  await insist(stage, ['org', 'move', name, '--confirm'])
}

test.runIf(isLinux && isLong)(
  'an organization moves to another cell and back while nodes, databases and the command are killed: nothing is lost or doubled',
  async () => {
    await using stage = await openStage({ nodes: 2, organizations: 2, senders: 6 })
    await using second = await OwnPostgres.start(join(stage.folder, 'second'))
    await second.createDatabase('cell')
    expect((await operate(stage, ['cells', 'add', 'two', '--url', second.url('cell')])).code).toBe(0)
    const [organization] = stage.organizations as [LedgerOrganization]
    const booking = startBooking(stage, organization)
    const numbers: Numbers = { killed: 0, longestMs: 0 }
    await observe(stage, 'kill -9 of a move of an organization, of nodes and of both PostgreSQL', async () => {
      const first = await insist(stage, ['org', 'move', organization.name, '--to', 'two', '--json'])
      await insist(stage, ['org', 'move', organization.name, '--confirm'])
      await journey(stage, second, organization.name, 'main', numbers, first.ms)
      for (let round = 1; round < JOURNEYS; round++) {
        await journey(stage, second, organization.name, 'two', numbers, first.ms)
        await journey(stage, second, organization.name, 'main', numbers, first.ms)
      }
      const seconds = (numbers.longestMs / 1000).toFixed(1)
      return {
        note: `${2 * JOURNEYS} moves, ${numbers.killed} killed; changes were refused for at most ${seconds} s by one that was not`,
      }
    })
    const booked = await booking.stop()
    expect(booked.refusals.filter((status) => status !== 503)).toEqual([])
    expect(await settle(stage, 'moving')).toEqual([])
    const { rows } = await stage.database.pool.query<{ booking: string; logged: number }>(
      `select b.user_id || ' ' || b.day as booking,
         (select count(*)::int from user_actions a
          where a.org_id = b.org_id and a.user_id = b.user_id and a.day = b.day and a.action = 'booked') as logged
       from bookings b where b.org_id = $1 and b.status = 'booked' and b.zone_id = $2 order by b.day, b.user_id`,
      [organization.id, organization.ids.openZone],
    )
    expect(rows.map((row) => row.booking)).toEqual(expect.arrayContaining([...booked.acknowledged]))
    expect(rows.filter(({ logged }) => logged !== 1)).toEqual([])
    expect(new Set(rows.map((row) => row.booking)).size).toBe(rows.length)
    await using cell = openDatabase({ url: second.url('cell'), poolSize: 1, ...LONG_WAITS })
    expect((await cell.pool.query('select id from organizations')).rows).toEqual([])
    expect((await operate(stage, ['cells', 'check'])).code).toBe(0)
    expect(stage.nodes.map(({ stderr }) => stderr).join('')).not.toMatch(/unhandled|uncaught/i)
  },
  20 * 60_000,
)
