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
  sample_companies: {
    rows: OWN,
    refers: 'user_id',
    others: 'org_id state step done total started_at made_at until sent_until error',
  },
  account_links: {
    rows: OWN,
    erase: 'delete',
    secrets: 'code_hash',
    others: 'org_id user_id kind created_at expires_at',
  },
  mail_preferences: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id user_id language refused_kinds refused_push_kinds updated_at',
  },
  day_notes: {
    rows: OWN,
    erase: { user_id: 'null' },
    others: 'org_id id day last_day location_id note created_at',
  },
  kiosk_screens: {
    rows: 't.created_by = $user',
    erase: { created_by: 'null' },
    secrets: 'secret_hash',
    others:
      'org_id id name location_id level_id seconds_per_level shows_names language colors created_at changed_at expires_at last_seen_at',
  },
  // These precede the views that they name.
  default_views: { rows: OWN, erase: 'delete', others: 'org_id user_id page view_id' },
  view_subscriptions: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id user_id view_id frequency day time_of_day by_mail next_at created_at',
  },
  reports: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id id user_id view_id due_on name page search scope scope_facts content created_at',
  },
  saved_views: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id id user_id name page search shared_with version created_at updated_at',
  },
  outgoing_mails: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id id kind user_id details status attempts created_at due_at claimed_until gives_up_at ended_at address result',
  },
  outgoing_pushes: {
    rows: 't.device_id in (select d.id from push_devices d where d.org_id = t.org_id and d.user_id = $user)',
    erase: 'delete',
    others: 'org_id id device_id kind topic details attempts created_at due_at claimed_until expires_at',
  },
  push_devices: {
    rows: OWN,
    erase: 'delete',
    secrets: 'endpoint p256dh auth session_hash',
    others: 'org_id id user_id user_agent created_at last_used_at',
  },
  passkeys: {
    rows: OWN,
    erase: 'delete',
    secrets: 'credential_id public_key',
    others: 'org_id id user_id host name sign_count transports is_synced created_at last_used_at last_challenge_at',
  },
  sessions: {
    rows: OWN,
    erase: 'delete',
    secrets: 'token_hash',
    others: 'org_id user_id created_at last_used_at expires_at id address user_agent signed_in_by provider_id provider_session',
  },
  user_accounts: {
    rows: OWN,
    erase: 'delete',
    secrets: 'password_hash',
    others: 'org_id user_id roles is_break_glass created_at updated_at',
  },
  identity_links: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id provider_id subject user_id linked_at last_sign_in_at',
  },
  // This precedes the desks, whose change then adds nothing to it.
  desk_history: {
    rows: 't.assigned_user_id = $user',
    erase: { assigned_user_id: 'null' },
    sets: { updated_at: 'clock_timestamp()' },
    others: 'org_id place_id valid_from valid_to location_id zone_id status updated_at',
  },
  places: {
    rows: 't.assigned_user_id = $user',
    erase: { assigned_user_id: 'null' },
    sets: { updated_at: 'now()' },
    secrets: 'check_in_code',
    others: 'org_id id zone_id name status created_at updated_at x y rotation amenities screens',
  },
}
