import { expect, test } from 'vitest'
import { purgeLinks } from '../../src/directory/accounts/account-links.ts'
import { claimMails, purgeMails } from '../../src/directory/mail/mail-store.ts'
import { startMetering } from '../../src/gate/http/metering.ts'
import { purgeSessions } from '../../src/gate/sessions/expired-sessions.ts'
import { startSummingTicks } from '../../src/intake/day-changes/sum-ticks.ts'
import { purgeSightings } from '../../src/intake/presence/desk-presence.ts'
import { listSourceAlarms, startSourceHealth } from '../../src/intake/sources/source-health.ts'
import { startCapture } from '../../src/operations/moving/capture.ts'
import type { Route } from '../../src/operations/moving/catch-up.ts'
import { settleErasures } from '../../src/operations/privacy/finalizer.ts'
import { listRetainingOrganizations } from '../../src/operations/privacy/retention-store.ts'
import { listQuarantineGrowth } from '../../src/operations/quarantine/quarantine-growth.ts'
import { purgeQuarantine } from '../../src/operations/quarantine/quarantine-service.ts'
import { listDueHorizons } from '../../src/planning/horizon/due-horizons.ts'
import { NO_COUNTS } from '../../src/platform/telemetry/telemetry.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import { listDueRefreshes, listRefreshLags } from '../../src/warehouse/coverage/due-refreshes.ts'
import { selectBehind, selectPublishing } from '../../src/warehouse/lake/lake-store.ts'
import { listExpectedReads } from '../../src/warehouse/reading/dataset-reads.ts'
import { markAllReshapedDays } from '../../src/warehouse/refresh/reshaped-days.ts'
import { openTwoDatabases } from './support.ts'

const MOMENT = new Date('2031-01-01T12:00:00Z')
const TIMELINE = '00000000-0000-4000-8000-000000000001'

interface Stage {
  readonly database: TestDatabase
  readonly orgId: string
}

const countRows = async ({ database, orgId }: Stage, text: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, [orgId])).rows[0]?.count ?? 0

/** Runs a job, and returns how many rows of the condition it removed or changed. */
const removed = async (stage: Stage, text: string, job: () => Promise<unknown>): Promise<number> => {
  const before = await countRows(stage, text)
  await job()
  return before - (await countRows(stage, text))
}

const own = (rows: readonly ({ orgId: string } | string)[], { orgId }: Stage): number =>
  rows.filter((row) => (typeof row === 'string' ? row : row.orgId) === orgId).length

const fail = (error: unknown) => {
  throw error
}

/** Whatever works on the rows of all organizations: how much it finds to do for one. */
const JOBS: Record<string, (stage: Stage) => Promise<number>> = {
  'the horizon engine': async (stage) => own(await listDueHorizons(stage.database.db, MOMENT), stage),
  'the nightly refresh': async (stage) => own(await listDueRefreshes(stage.database.db, { moment: MOMENT, retryMs: 0 }), stage),
  'the metric of late refreshes': async (stage) => own(await listRefreshLags(stage.database.db, MOMENT), stage),
  retention: async (stage) => own(await listRetainingOrganizations(stage.database.db), stage),
  'the metric of the quarantine': async (stage) => own(await listQuarantineGrowth(stage.database.db), stage),
  'the alarms of sources': async (stage) => own(await listSourceAlarms(stage.database.db), stage),
  'the lake': async (stage) => own(await selectBehind(stage.database.db, 'a lake', TIMELINE), stage),
  'reading ahead': async (stage) => own(await listExpectedReads(stage.database.db), stage),
  'the check of the lake': async (stage) => own(await selectPublishing(stage.database.db), stage),
  'the purge of the quarantine': (stage) =>
    removed(stage, 'quarantine where org_id = $1', () => purgeQuarantine(stage.database.db)),
  'the purge of sessions': (stage) => removed(stage, 'sessions where org_id = $1', () => purgeSessions(stage.database.db)),
  'the purge of account links': (stage) => removed(stage, 'account_links where org_id = $1', () => purgeLinks(stage.database.db)),
  'the purge of mail': (stage) => removed(stage, 'outgoing_mails where org_id = $1', () => purgeMails(stage.database.db)),
  'sending mail': async (stage) => own(await claimMails(stage.database.db, 10, 60_000), stage),
  'the purge of sightings': (stage) =>
    removed(stage, 'desk_sightings where org_id = $1', () => purgeSightings(stage.database.db)),
  'adding up changes': (stage) =>
    removed(stage, 'day_change_ticks where org_id = $1', async () => {
      const errors: unknown[] = []
      await using _ = startSummingTicks(stage.database.db, (error) => errors.push(error), 5)
      await new Promise((resolve) => setTimeout(resolve, 100))
      errors.forEach(fail)
    }),
  'settling erasures': (stage) =>
    removed(stage, 'erasures where org_id = $1 and settled_at is null', () => settleErasures(stage.database.db)),
  'days of another shape': (stage) =>
    removed(stage, `segment_shapes where org_id = $1 and shape = 'old'`, () => markAllReshapedDays(stage.database.pool)),
  metering: (stage) =>
    removed(stage, 'key_usage where org_id = $1 and requests < 1000', async () => {
      const { rows } = await stage.database.pool.query('select key_id from key_usage where org_id = $1', [stage.orgId])
      await using metering = startMetering(stage.database.db, fail)
      metering.add(stage.orgId, rows[0].key_id, { requests: 1000, rows: 0, bytes: 0 })
    }),
  'the health of sources': (stage) =>
    removed(stage, 'sources where org_id = $1 and accepted < 1000', async () => {
      await using health = startSourceHealth(stage.database.db, fail)
      health.report({ orgId: stage.orgId, sourceNo: 7, counts: { ...NO_COUNTS, accepted: 1000 } })
    }),
}

/** Gives every job something to do. */
const prepare = async ({ database, orgId }: Stage): Promise<void> => {
  const run = (text: string) => database.pool.query(text, [orgId])
  await run('update organizations set presence_retention_days = 31 where id = $1')
  await run(`update desk_sightings set day = '2020-01-01' where org_id = $1`)
  await run(`update erasures set settled_at = null, user_id = md5('user 1')::uuid where org_id = $1`)
  await run(`update segment_shapes set shape = 'old' where org_id = $1`)
  await run(`delete from day_change_ticks where org_id = $1`)
  await run(`insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'plans', current_date, 'corrected')`)
  await run(
    `update sources set first_seen_at = now() - interval '90 days', last_received_at = now() - interval '20 days' where org_id = $1`,
  )
  await run(`insert into outgoing_mails (org_id, kind, user_id) select org_id, 'test', id from users where org_id = $1 limit 1`)
  await run(`update key_usage set key_id = (select id from api_keys where org_id = $1), day = current_date where org_id = $1`)
}

const openStage = async () => {
  const two = await openTwoDatabases()
  const stage = { database: two.source, orgId: two.company.orgId }
  await prepare(stage)
  return { two, stage, route: two.route as Route }
}

test('every job works for an organization that is here', async () => {
  const { two, stage } = await openStage()
  await using _ = two
  const found: [string, boolean][] = []
  for (const [name, job] of Object.entries(JOBS)) found.push([name, (await job(stage)) > 0])
  expect(found.filter(([, isSome]) => !isSome)).toEqual([])
})

test.each(['arriving', 'read-only', 'gone'])('no job works for an organization that is %s', async (placement) => {
  const { two, stage, route } = await openStage()
  await using _ = two
  await startCapture(route.source, route.tables, route.orgId)
  await stage.database.pool.query('update organizations set placement = $2 where id = $1', [stage.orgId, placement])
  const found: [string, number][] = []
  for (const [name, job] of Object.entries(JOBS)) {
    // With triggers of the move, a job that writes fails.
    found.push([name, await job(stage)])
  }
  expect(found.filter(([, count]) => count !== 0)).toEqual([])
})
