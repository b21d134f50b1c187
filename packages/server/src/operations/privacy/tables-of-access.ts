import type { PersonalTable } from './personal-table.ts'

const OWN = 't.user_id = $user'

/** Whether the person did it; a refused sign-in of the account counts. */
const BY_PERSON = `(t.actor_id = $user or t.actor_type = 'unknown' and t.entity_id = $user::text)`
/** Whether it is about the person: what changed may have names in it. The entry of the erasure itself has none. */
const ABOUT_PERSON = `(t.entity_type in ('user', 'account') and t.entity_id = $user::text and t.action <> 'person.erase')`
const mentions = (column: string): string => `coalesce(t.${column}::text ~* $mentioned, false)`
const removed = (column: string, condition: string): Record<string, string> => ({
  [column]: `case when ${condition} then null else t.${column} end`,
})
const ERASED = `'{"erased": true}'`
const marked = (column: string): Record<string, string> => ({
  [column]: `case when t.${column} is not null and (${ABOUT_PERSON} or ${mentions(column)}) then ${ERASED}::jsonb else t.${column} end`,
})

/** Identifiers of a person at doors, in sources and for signing in. */
export const ACCESS_TABLES: Readonly<Record<string, PersonalTable>> = {
  audit_log: {
    rows: BY_PERSON,
    erases: `(
      ${BY_PERSON} and coalesce(t.address, t.user_agent) is not null
      or ${ABOUT_PERSON} and (coalesce(t.before, ${ERASED}) <> ${ERASED} or coalesce(t.after, ${ERASED}) <> ${ERASED})
      or ${['before', 'after', 'entity_name', 'actor_name'].map(mentions).join(' or ')}
    )`,
    erase: {
      ...removed('address', BY_PERSON),
      ...removed('user_agent', BY_PERSON),
      ...removed('actor_name', mentions('actor_name')),
      ...removed('entity_name', mentions('entity_name')),
      ...marked('before'),
      ...marked('after'),
    },
    refers: 'actor_id entity_id',
    others: 'org_id at entry_no action actor_type request_id entity_type',
  },
  sessions: {
    rows: OWN,
    erase: 'delete',
    secrets: 'token_hash',
    others: 'org_id user_id created_at last_used_at expires_at',
  },
  user_accounts: {
    rows: OWN,
    erase: 'delete',
    secrets: 'password_hash',
    others: 'org_id user_id roles created_at updated_at',
  },
  places: {
    rows: 't.assigned_user_id = $user',
    erase: { assigned_user_id: 'null' },
    sets: { updated_at: 'now()' },
    others: 'org_id id zone_id name status created_at updated_at x y',
  },
}
