import { type ImportFile, importedFields, USER_FIELDS } from '@rollcall/contract'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { type CheckContext, columnsOfFields, type Identified, identify, listed, type Row, resolve } from './import-context.ts'
import { pointerStep } from './import-errors.ts'
import { findEntity } from './import-register.ts'

type FileUser = NonNullable<ImportFile['users']>[number]

const givenColumns = columnsOfFields(importedFields(USER_FIELDS))

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export interface WeekPlan {
  readonly user_id: string
  readonly days: { weekday: number; plan: string; location_id: string | null }[]
}

export interface Identity {
  readonly source_id: string
  readonly source_user_id: string
  readonly user_id: string
}

export interface UserRows {
  readonly users: Row[]
  /** Complete lists, only for users for whom the file gives one. */
  readonly memberships: { user_id: string; groups: string[] }[]
  readonly weekPlans: WeekPlan[]
  readonly identities: Identity[]
}

export const checkUsers = async (context: CheckContext, file: ImportFile): Promise<UserRows> => {
  const found = listed(file.users, '/users').map((entry) => ({ ...entry, parent: '', path: [entry.item.userName] }))
  const users = await identify(context, context.directory.users, found)
  const rows: UserRows = { users: [], memberships: [], weekPlans: [], identities: [] }
  const identities = new Set<string>()
  const add = (user: Identified<FileUser>) => {
    if (context.directory.users.stored.get(user.id)?.isErased) {
      const text = 'is the id of a user who was erased; a person who comes back is a new user, with another id or none'
      context.errors.add(`${user.pointer}/${user.item.id === undefined ? 'userName' : 'id'}`, 'erased', text)
    }
    const groups = groupIds(context, user)
    rows.users.push(userRow(context, user, groups))
    if (groups) rows.memberships.push({ user_id: user.id, groups })
    if (user.item.weekPlan) rows.weekPlans.push(weekPlan(context, user, user.item.weekPlan))
    rows.identities.push(...identitiesOf(context, user, identities))
  }
  for await (const chunk of inTurns(users)) for (const user of chunk) add(user)
  return rows
}

const userRow = (context: CheckContext, { id, pointer, item }: Identified<FileUser>, groups: string[] | undefined): Row => {
  const location = resolve(context, context.directory.locations, item.primaryLocation, `${pointer}/primaryLocation`)
  for (const [name, value] of Object.entries(item.attributes ?? {})) {
    // The pattern of the schema does not match names with a line break, so it misses them.
    if (typeof value === 'string') continue
    context.errors.add(`${pointer}/attributes${pointerStep(name)}`, 'invalid_attribute', 'must be a text')
  }
  return {
    id,
    user_name: item.userName,
    ...givenColumns(item),
    status: item.status,
    onboarded: item.onboarded,
    primary_location_id: location,
    primary_group_id: groups && (groups[0] ?? null),
    attributes: item.attributes,
  }
}

const groupIds = ({ directory, errors }: CheckContext, { pointer, item }: Identified<FileUser>): string[] | undefined => {
  if (!item.groups) return undefined
  const ids = new Set<string>()
  for (const { item: group, pointer: at } of listed(item.groups, `${pointer}/groups`)) {
    const id = findEntity(directory.groups, group.name, group.type)
    if (id === undefined) errors.add(at, 'reference_unknown', 'there is no group of this name and type')
    else if (ids.has(id)) errors.add(at, 'duplicate_member', 'is already in the list')
    else ids.add(id)
  }
  return [...ids]
}

const weekPlan = (
  context: CheckContext,
  { id, pointer }: Identified<FileUser>,
  plan: NonNullable<FileUser['weekPlan']>,
): WeekPlan => ({
  user_id: id,
  days: WEEKDAYS.flatMap((weekday, index) => {
    const day = plan[weekday]
    if (!day) return []
    const at = `${pointer}/weekPlan/${weekday}/location`
    const location = resolve(context, context.directory.locations, day.location, at)
    return [{ weekday: index + 1, plan: day.plan, location_id: location ?? null }]
  }),
})

const identitiesOf = ({ errors }: CheckContext, { id, pointer, item }: Identified<FileUser>, seen: Set<string>): Identity[] =>
  listed(item.identities, `${pointer}/identities`).map(({ item: { sourceId, sourceUserId }, pointer: at }) => {
    const key = `${sourceId}\0${sourceUserId}`
    if (seen.has(key)) errors.add(at, 'duplicate_identity', 'this source names a user so already in this file')
    seen.add(key)
    return { source_id: sourceId, source_user_id: sourceUserId, user_id: id }
  })
