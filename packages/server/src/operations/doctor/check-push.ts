import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import type { PushConfig } from '../../platform/push-config.ts'
import { counted, type Finding, fail, ok, warn } from './finding.ts'

const CHECK = 'push'
/** Nodes look for notifications twice a minute, so that one that is due for so long is taken by none. */
const UNTAKEN_MINUTES = 10
/** A notification that has waited this long was refused several times. */
const LATE_MINUTES = 60

interface Counts {
  readonly devices: number
  /** Devices of organizations whose key is lost. */
  readonly withoutKey: number
  readonly untaken: number
  readonly late: number
}

const countPushes = async (db: Db): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select d.devices, d."withoutKey", o.untaken, o.late
    from (
      select count(*) as devices, count(*) filter (where k.org_id is null) as "withoutKey"
      from push_devices p
      left join push_keys k on k.org_id = p.org_id
      where ${servedHere('p.org_id')}
    ) d, (
      select count(*) filter (
          where due_at < now() - make_interval(mins => ${UNTAKEN_MINUTES}) and coalesce(claimed_until < now(), true)
        ) as untaken,
        count(*) filter (where attempts > 0 and created_at < now() - make_interval(mins => ${LATE_MINUTES})) as late
      from outgoing_pushes
      where expires_at > now() and ${servedHere('outgoing_pushes.org_id')}
    ) o`.execute(db)
  return rows[0] ?? { devices: 0, withoutKey: 0, untaken: 0, late: 0 }
}

/** Checks that devices that people subscribed can be notified, and that no notification waits for long. */
export const checkPush = async (db: Db, config: PushConfig | undefined): Promise<Finding[]> => {
  const { devices, withoutKey, untaken, late } = await countPushes(db)
  if (devices === 0) return []
  if (!config) {
    const remedy = 'Set ROLLCALL_PUBLIC_URL to the HTTPS address of the web app, and ROLLCALL_PUSH to on; or ignore it.'
    return [warn(CHECK, `${counted(devices, 'device')} subscribed to notifications, which are off.`, remedy)]
  }
  const findings = [
    ...(withoutKey > 0
      ? [
          fail(
            CHECK,
            `${counted(withoutKey, 'device')} of organizations without a key cannot be notified.`,
            'Restore the table push_keys from a backup, or let people switch notifications off and on.',
          ),
        ]
      : []),
    ...(untaken > 0
      ? [
          warn(
            CHECK,
            `${counted(untaken, 'notification')} due for over ten minutes, and no node sends them.`,
            'Look whether the service runs, and for errors of push in its log.',
          ),
        ]
      : []),
    ...(late > 0
      ? [
          warn(
            CHECK,
            `${counted(late, 'notification')} waited for over an hour.`,
            'Push services of browsers refuse them or cannot be reached: the log says which. Allow outgoing HTTPS.',
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [ok(CHECK, 'Devices can be notified, and no notification waits for long.')]
}
