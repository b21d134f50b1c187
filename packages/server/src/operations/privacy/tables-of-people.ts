import { USER_FIELDS } from '@rollcall/contract'
import { erasedFields, impersonalFields } from './field-fates.ts'
import type { PersonalTable } from './personal-table.ts'

const OWN = 't.user_id = $user'

/** The tables of the directory. */
export const PEOPLE_TABLES: Readonly<Record<string, PersonalTable>> = {
  // This precedes the memberships, whose end would be kept here.
  group_member_history: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id group_id user_id valid_from valid_to updated_at',
  },
  group_members: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id group_id user_id by_attribute',
  },
  user_moves: {
    rows: OWN,
    refers: 'user_id',
    others: 'org_id before primary_location_id primary_group_id',
  },
  users: {
    rows: 't.id = $user',
    erases: 't.id = $user and t.erased_at is null',
    erase: {
      user_name: '$pseudonym',
      ...erasedFields(USER_FIELDS),
      attributes: `'{}'`,
      attribute_group_id: 'null',
      attribute_location_id: 'null',
    },
    sets: { status: `'inactive'`, visibility: `'nobody'`, erased_at: 'now()', updated_at: 'now()' },
    refers: 'id',
    others: `org_id status onboarded primary_location_id primary_group_id created_at updated_at visibility erased_at inactive_since inactive_times ${impersonalFields(USER_FIELDS)}`,
  },
  former_names: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id user_id name_no user_name email first_name last_name replaced_at',
  },
  provisioned_users: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id user_id provider_id external_id resource emails created_at updated_at deleted_at',
  },
  source_identities: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id source_id source_user_id user_id',
  },
  // This precedes the cards, whose deletion would cascade without being counted.
  credential_scan_data: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id facility_code card_number scan_datum user_id active',
  },
  access_credentials: {
    rows: OWN,
    erase: 'delete',
    others: 'org_id facility_code card_number user_id credential_type active created_at updated_at',
  },
  erasures: {
    rows: OWN,
    refers: 'user_id erased_by_user_id',
    others: 'org_id erased_at reason rows restated_days settled_at',
  },
}
