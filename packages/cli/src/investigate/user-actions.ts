import { createClient } from '@rollcall/client'
import { MAX_RANGE_DAYS, type UserChangeRow } from '@rollcall/contract'
import { rangesBetween } from '@rollcall/loader'
import { type ConnectionOptions, clientOptions, WAREHOUSE_KEYS } from '../connection.ts'
import { print, table } from '../output.ts'
import { WrongUse } from '../wrong-use.ts'
import { findUser, nameOf } from './find-user.ts'
import { localTime, readTimeZones } from './time-zones.ts'

export interface UserActionsOptions extends ConnectionOptions {
  from: string
  to: string
  timeZone?: string
  json?: boolean
}

/** `rollcall investigate user`: the changes to a user's plans and bookings. */
export const investigateUser = async (text: string, options: UserActionsOptions): Promise<void> => {
  const { from, to } = options
  if (to < from) throw new WrongUse(`--to ${to} is before --from ${from}.`)
  const client = createClient(clientOptions(options, WAREHOUSE_KEYS))
  const { user, userNames } = await findUser(client, text)
  const zone = options.timeZone ?? (await readTimeZones(client)).get(user.primaryLocationId ?? '') ?? 'UTC'
  const actions: UserChangeRow[] = []
  for (const { firstDay, lastDay } of rangesBetween(from, to, MAX_RANGE_DAYS + 1)) {
    const query = { startDate: firstDay, endDate: lastDay, userIds: user.userId }
    for await (const action of client.readUserChangeLog(query)) actions.push(action)
  }

  const { userId, userName, email } = user
  print(options.json, { user: { userId, userName, email }, from, to, timeZone: zone, actions }, () => {
    const empty = `No plan or booking was changed for these days.`
    const rows = actions.map(({ timestamp, day, action, description, reason, ...who }) => [
      localTime(timestamp, zone),
      day,
      action,
      description,
      whoOf(who, userNames),
      reason,
    ])
    const headings = [`time in ${zone}`, 'day', 'action', 'description', 'by', 'reason']
    return `${nameOf(user)}, days ${from} to ${to}\n\n${table(headings, rows, empty)}`
  })
}

const whoOf = (
  { changedBy, changedByUserId, userId }: Pick<UserChangeRow, 'changedBy' | 'changedByUserId' | 'userId'>,
  userNames: ReadonlyMap<string, string>,
): string =>
  changedByUserId && changedByUserId !== userId ? `${changedBy} ${userNames.get(changedByUserId) ?? changedByUserId}` : changedBy
