import { LOCATION_FIELDS } from '@rollcall/contract'
import { impersonalFields } from './field-fates.ts'
import type { PersonalTable } from './personal-table.ts'

/** Tables without people: buildings, settings, keys, counts and internal state. */
export const IMPERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  api_keys: {
    others:
      'auth_methods blocked_at blocked_by blocked_reason created_at expires_at family_id id name org_id requests_per_minute revoked_at role secret_hash secret_sealed',
  },
  attendance_policies: { others: 'created_at days group_id kind org_id updated_at valid_from weekdays' },
  attribute_mappings: { others: 'attribute created_at group_type is_primary_group is_primary_location org_id updated_at' },
  change_feeds: { others: 'org_id position refreshed_at' },
  closures: { others: 'created_at first_day id last_day location_id org_id reason' },
  dataset_reads: { others: 'dataset form org_id read_on' },
  day_change_ticks: { others: 'changed_at day org_id reason tick_no topic' },
  day_changes: { others: 'changed_at changes day org_id published reason topic' },
  desk_months: { others: 'desks location_id month org_id' },
  group_months: { others: 'confirmed days group_id month no_show org_id planned walk_in' },
  group_rollups: {
    others:
      'away booked confirmed day elsewhere group_id location_id no_show org_id people_by_hour planned released remote unconfirmed walk_in',
  },
  groups: { others: 'created_at id name org_id origin parent_id status type updated_at' },
  holidays: { others: 'created_at day location_id name org_id uid imported_name calendar_name imported_at' },
  horizon_runs: { others: 'bookings ended_at local_day location_id org_id plans started_at' },
  // The reason of the last failure names no person.
  identity_providers: {
    others:
      'client_authentication client_id created_at creates_people credential_sealed domains email_claim id is_required issuer label last_failure last_failure_at last_sign_in_at links_by org_id role_mappings scopes signs_out_there status updated_at user_name_claim',
  },
  key_usage: { others: 'bytes day key_id org_id requests rows' },
  lake_exports: { others: 'exported_at lake org_id position timeline_id' },
  late_plans: { others: 'day org_id people state' },
  level_floor_plans: { others: 'height_pixels image level_id media_type org_id updated_at version width_metres width_pixels' },
  level_history: { others: 'level_id org_id status updated_at valid_from valid_to' },
  levels: { others: 'created_at id location_id name ordinal org_id status updated_at' },
  live_watches: { others: 'location_id org_id watched_until' },
  location_changes: { others: 'after before change_no changed_at first_day kind last_day location_id org_id' },
  location_history: { others: 'location_id name org_id status updated_at valid_from valid_to' },
  location_presence: { others: 'changed_at first_day location_id org_id' },
  location_rollups: {
    others:
      'away booked capacity confirmed day elsewhere location_id no_show org_id people_by_hour planned released remote spaces_by_hour unconfirmed visitors_by_hour walk_in',
  },
  locations: {
    others: `administrator_window_days booking_horizon_days booking_window_days created_at id name org_id presence_from presence_until refresh_hour status time_zone day_start_hour updated_at working_days bookable_on_closed_days check_in_by check_in_changed_at check_in_minutes check_in_mode workday_starts_at calendar_changed_at ${impersonalFields(LOCATION_FIELDS)}`,
  },
  occupancy_events: {
    others:
      'event_id local_day location_id node_id node_type occupancy occupied occurred_at org_id received_at source_no utc_day',
  },
  organizations: {
    others:
      'auto_release blocked_at blocked_reason created_at desk_fairness hierarchy_guard_percent id import_guard_percent minimum_group_size name presence_based_booking show_time_off_types time_off_backdating time_zone time_zone_changed_at presence_retention_days occupancy_retention_days log_retention_days visitor_retention_days audit_retention_days deleted_user_retention_days placement brought_timeline_id arrived_timeline_id',
  },
  organization_cells: { others: 'cell org_id since' },
  organization_moves: {
    others: 'changed_at changes copied error from_cell move_no org_id phase read_only_ms started_at to_cell verified',
  },
  // Keys of rows name a card or a login at most, and are deleted once the other cell has the row: within seconds while a move runs.
  moving_changes: { others: 'change_no key org_id table_name' },
  outages: { others: 'created_at first_day id last_day location_id org_id reason status' },
  parking_bays: { others: 'created_at id location_id name org_id status updated_at' },
  policy_rollups: { others: 'attended day exempt group_id location_id met missed org_id partly required' },
  provisioned_groups: { others: 'created_at deleted_at external_id group_id org_id provider_id updated_at' },
  // The ids of the users and groups that two sources want to be different; the words name no one.
  provisioning_conflicts: { others: 'detail first_at last_at occurrences org_id provider_id source subject_id' },
  provisioning_providers: { others: 'created_at group_type id name org_id updated_at' },
  provisioning_syncs: { others: 'calls changed created last_call_at org_id provider_id refused started_at unchanged' },
  publications: { others: 'id org_id position' },
  push_keys: { others: 'created_at org_id private_sealed public_key' },
  published_locations: { others: 'location_id org_id published_at published_through reopened_at' },
  refresh_runs: { others: 'days ended_at error location_ids org_id restated rows run_no segments started_at status trigger' },
  retention_runs: { others: 'org_id run_no kind started_at ended_at through rows error' },
  // The people of the company are invented.
  sample_entities: { others: 'id kind org_id' },
  segment_shapes: { others: 'dataset org_id shape' },
  sources: {
    others:
      'accepted clock_skew_ms first_seen_at last_event_at last_received_at location_not_found org_id refused repeated source_id source_no user_not_found',
  },
  spaces: { others: 'capacity created_at id level_id name org_id status type updated_at' },
  spent_sign_ins: { others: 'expires_at org_id token_hash' },
  table_revisions: { others: 'changed_at org_id revision table_name' },
  zone_allocations: { others: 'created_at group_id org_id zone_id' },
  zone_days: { others: 'day org_id taken zone_id' },
  zone_history: { others: 'capacity kind location_id org_id status updated_at valid_from valid_to zone_id' },
  zone_rollups: { others: 'booked day location_id org_id used zone_id' },
  zones: { others: 'capacity created_at id is_overflow kind level_id name org_id outline status updated_at' },
}
