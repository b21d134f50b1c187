/** The values of the conditions: the ids of the sample company, and when it was requested. */
export interface SampleIds {
  readonly users: readonly string[]
  readonly locations: readonly string[]
  readonly groups: readonly string[]
  readonly sources: readonly number[]
  readonly keys: readonly string[]
  readonly levels: readonly string[]
  readonly zones: readonly string[]
  readonly places: readonly string[]
  readonly spaces: readonly string[]
  readonly events: readonly string[]
  readonly since: Date
}

const [USER, LOCATION, GROUP] = ['user_id = any ($users)', 'location_id = any ($locations)', 'group_id = any ($groups)']
const [ZONE, LEVEL, PLACE] = ['zone_id = any ($zones)', 'level_id = any ($levels)', 'place_id = any ($places)']
const SOURCE = 'source_no = any ($sources)'
/** Only the refresh, the nightly work and readers write these, and they may have computed them from the sample company. */
const COMPUTED = '$since <= now()'

/** What a removal changes of rows that stay: columns that refer to the sample company. */
export const REFERENCES: readonly { readonly table: string; readonly set: string; readonly where: string }[] = [
  ...[
    ['users', 'primary_location_id', 'locations'],
    ['users', 'attribute_location_id', 'locations'],
    ['users', 'primary_group_id', 'groups'],
    ['users', 'attribute_group_id', 'groups'],
    ['groups', 'parent_id', 'groups'],
    ['places', 'assigned_user_id', 'users'],
    ['workplace_events', 'organizer_user_id', 'users'],
  ].map(([table = '', column, ids]) => ({ table, set: `${column} = null`, where: `${column} = any ($${ids})` })),
]

/** Which rows of each table a removal deletes, in the order of foreign keys: what refers to others comes first. */
export const SAMPLE_ROWS: Readonly<Record<string, string>> = {
  event_invitations: `${USER} or event_id = any ($events)`,
  workplace_events: 'id = any ($events)',
  visitor_events: `${LOCATION} or host_user_id = any ($users) or ${SOURCE}`,
  visits: `${LOCATION} or host_user_id = any ($users)`,
  parking_bookings: `${LOCATION} or ${USER}`,
  parking_bays: LOCATION,
  bookings: `${LOCATION} or ${USER}`,
  day_plans: `${LOCATION} or ${USER}`,
  week_plans: `${LOCATION} or ${USER}`,
  time_off_events: USER,
  desk_sightings: `${USER} or ${PLACE}`,
  presence_events: `${LOCATION} or ${USER} or ${SOURCE}`,
  occupancy_events: `${LOCATION} or ${SOURCE}`,
  quarantine: `${SOURCE} or key_id = any ($keys)`,
  user_actions: USER,
  day_removals: USER,
  location_presence: LOCATION,
  closures: LOCATION,
  holidays: LOCATION,
  outages: LOCATION,
  horizon_runs: LOCATION,
  location_changes: LOCATION,
  location_history: LOCATION,
  level_history: LEVEL,
  zone_history: `${ZONE} or ${LOCATION}`,
  desk_history: `${PLACE} or ${LOCATION} or assigned_user_id = any ($users)`,
  zone_days: ZONE,
  zone_allocations: `${GROUP} or ${ZONE}`,
  live_watches: LOCATION,
  published_locations: LOCATION,
  person_months: USER,
  desk_months: LOCATION,
  location_rollups: LOCATION,
  group_rollups: `${GROUP} or ${LOCATION}`,
  policy_rollups: `${GROUP} or ${LOCATION}`,
  zone_rollups: `${ZONE} or ${LOCATION}`,
  late_plans: COMPUTED,
  refresh_runs: 'started_at >= $since',
  reports: `${USER} or created_at >= $since`,
  view_subscriptions: USER,
  default_views: USER,
  saved_views: USER,
  outgoing_mails: USER,
  mail_preferences: USER,
  day_notes: `${USER} or ${LOCATION}`,
  identity_links: USER,
  attendance_policies: GROUP,
  group_member_history: `${USER} or ${GROUP}`,
  group_members: `${USER} or ${GROUP}`,
  provisioned_users: USER,
  provisioned_groups: GROUP,
  provisioning_conflicts: 'subject_id = any ($users) or subject_id = any ($groups)',
  source_identities: USER,
  access_credentials: USER,
  former_names: USER,
  user_moves: `${USER} or primary_location_id = any ($locations) or primary_group_id = any ($groups)`,
  erasures: USER,
  favorite_desks: `${USER} or ${PLACE}`,
  kiosk_screens: LOCATION,
  places: 'id = any ($places)',
  spaces: 'id = any ($spaces)',
  zones: 'id = any ($zones)',
  level_floor_plans: LEVEL,
  levels: 'id = any ($levels)',
  users: 'id = any ($users)',
  locations: 'id = any ($locations)',
  groups: 'id = any ($groups)',
  sources: SOURCE,
  key_usage: 'key_id = any ($keys)',
  api_keys: 'id = any ($keys)',
}

/** Tables of organizations that a removal leaves, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  organizations: 'Settings stay.',
  attribute_mappings: 'Settings stay.',
  identity_providers: 'Settings stay.',
  provisioning_providers: 'Settings stay.',
  provisioning_syncs: 'They count the calls of providers.',
  user_accounts: 'No one signs in as a person of the sample company.',
  account_links: 'They belong to accounts.',
  passkeys: 'They belong to accounts.',
  sessions: 'They belong to accounts.',
  push_devices: 'They belong to accounts.',
  outgoing_pushes: 'They belong to accounts.',
  push_keys: 'Settings stay.',
  spent_sign_ins: 'They belong to accounts.',
  audit_log: 'It only grows.',
  credential_scan_data: 'It goes with the cards.',
  group_months: 'They are counted again from the rest of group_rollups.',
  segments: 'Empty revisions tell readers that the rows are gone.',
  segment_chunks: 'The revision without rows has none.',
  segment_shapes: 'It says how the version of the service publishes.',
  publications: 'Readers know the change feed by them.',
  change_feeds: 'Positions of the change feed only grow.',
  lake_exports: 'It says how far lakes follow the change feed.',
  dataset_reads: 'It says in which form the organization reads.',
  table_revisions: 'Readers know by them that something changed.',
  day_changes: 'They say that days have to be published again.',
  day_change_ticks: 'They say that days have to be published again.',
  retention_runs: 'What is anonymous stays so.',
  organization_cells: 'It says where the organization is.',
  organization_moves: 'It says where the organization was.',
  moving_changes: 'It belongs to a move in progress.',
  sample_companies: 'The removal deletes the row of the company at its end.',
  sample_entities: 'It goes with the row of the company.',
}
