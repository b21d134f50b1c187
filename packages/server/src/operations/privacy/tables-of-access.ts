import type { PersonalTable } from './personal-table.ts'

const OWN = 't.user_id = $user'

/** Identifiers of a person at doors, in sources and for signing in. */
export const ACCESS_TABLES: Readonly<Record<string, PersonalTable>> = {
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
