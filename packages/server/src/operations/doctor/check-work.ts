import { sql } from 'kysely'
import { listSourceAlarms } from '../../intake/sources/source-health.ts'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { listRefreshLags } from '../../warehouse/coverage/due-refreshes.ts'
import { listQuarantineGrowth, type QuarantineGrowth } from '../quarantine/quarantine-growth.ts'
import { counted, type Finding, fail, named, ok, warn } from './finding.ts'

/** After this many missed nights an operator must act. */
const MANY_NIGHTS = 2

export const checkRefresh = async (db: Db, moment: Date): Promise<Finding[]> => {
  const check = 'refresh'
  const lags = await listRefreshLags(db, moment)
  if (lags.length === 0) return [ok(check, 'Every location is published up to its last day that is over.')]
  return lags.map(({ orgId, locations, oldestDay, days }) => {
    const found = `${counted(locations, 'location')} of organization ${orgId} should have been published from ${oldestDay} on (${counted(days, 'day')}).`
    const remedy =
      'See rollcall refresh status and the log; let one node run with ROLLCALL_NIGHTLY=on, or run rollcall refresh now.'
    return (days >= MANY_NIGHTS ? fail : warn)(check, found, remedy)
  })
}

/** A few refused events a day are normal. */
const FEW_REFUSED = 100
const GROWTH = 3

const grows = ({ lastDay, usualDay }: QuarantineGrowth): boolean => lastDay > FEW_REFUSED && lastDay > GROWTH * usualDay

/** While history is loaded for the first time, some people and places may be unknown. */
const MUCH_OF_HISTORY = 0.2

const lacksDirectory = ({ history, sent }: QuarantineGrowth): boolean => history > FEW_REFUSED && history > MUCH_OF_HISTORY * sent

export const checkQuarantine = async (db: Db): Promise<Finding[]> => {
  const check = 'quarantine'
  const growths = await listQuarantineGrowth(db)
  const remedy = 'See rollcall quarantine list; correct the directory or the source, then run rollcall quarantine replay.'
  const findings = growths.flatMap((growth) => {
    const { orgId, lastDay, usualDay, history } = growth
    const of = `of organization ${orgId}`
    return [
      ...(grows(growth) ? [`${lastDay} events ${of} were refused in a day, usually ${Math.round(usualDay)}.`] : []),
      ...(lacksDirectory(growth)
        ? [`${history} events ${of} about earlier days were refused, much of what its sources sent.`]
        : []),
    ].map((found) => warn(check, found, remedy))
  })
  if (findings.length > 0) return findings
  const kept = growths.reduce((sum, growth) => sum + growth.kept, 0)
  return [ok(check, `${counted(kept, 'refused event')} kept, no more than usual.`)]
}

export const checkSources = async (db: Db): Promise<Finding[]> => {
  const check = 'sources'
  const alarms = await listSourceAlarms(db)
  if (alarms.length === 0) return [ok(check, 'Every source that used to send still does, with a clock that is right.')]
  const { silent = [], ahead = [] } = Object.groupBy(alarms, ({ what }) => what)
  const idsOf = (some: typeof alarms) => named(some.map(({ sourceId }) => sourceId))
  const findings: Finding[] = []
  if (silent.length > 0) {
    const found = `${counted(silent.length, 'source')} sent nothing for four days: ${idsOf(silent)}.`
    findings.push(warn(check, found, 'Look at the sending system; rollcall sources list shows when it sent last.'))
  }
  if (ahead.length > 0) {
    const found = `${counted(ahead.length, 'source')} sent events from the future: ${idsOf(ahead)}.`
    findings.push(warn(check, found, 'Set the clock of the sending system by NTP, and check the time zone it sends.'))
  }
  return findings
}

const SOON_DAYS = 14

/** Returns keys that are in use, end soon, and have no live successor. */
export const checkKeys = async (db: Db): Promise<Finding[]> => {
  const check = 'keys'
  const { rows } = await sql<{ name: string; id: string; endsOn: string }>`
    select k.name, k.id, to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD') as "endsOn"
    from api_keys k
    where k.revoked_at is null and ${servedHere('k.org_id')}
      and k.expires_at between now() and now() + make_interval(days => ${SOON_DAYS})
      -- Keys of sample companies end with them.
      and not exists (select from sample_entities e where e.org_id = k.org_id and e.kind = 'key' and e.id = k.id::text)
      and exists (select from key_usage u where u.org_id = k.org_id and u.key_id = k.id and u.day > current_date - ${SOON_DAYS}::int)
      and not exists (
        select
        from api_keys s
        where s.family_id = k.family_id and s.created_at > k.created_at and s.revoked_at is null
          and (s.expires_at is null or s.expires_at > now() + make_interval(days => ${SOON_DAYS}))
      )
    order by k.expires_at, k.id
  `.execute(db)
  if (rows.length === 0) return [ok(check, `No key that is in use ends within ${SOON_DAYS} days.`)]
  const list = named(rows.map(({ name, id, endsOn }) => `${name} (${id}) on ${endsOn}`))
  return [
    warn(
      check,
      `${counted(rows.length, 'key')} in use will end soon: ${list}.`,
      'Run rollcall keys rotate for each, and hand the new ones out.',
    ),
  ]
}
