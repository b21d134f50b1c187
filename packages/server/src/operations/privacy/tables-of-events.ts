import type { PersonalTable } from './personal-table.ts'
import { VISITOR_EVENTS, VISITS } from './visitor.ts'

/** An id from a source may be derived from personal data, so a random one replaces it. */
const NEW_ID = `'erased-' || gen_random_uuid()`
const HAS_OLD_ID = `t.event_id not like 'erased-%'`

/** Uses the primary key with the days found by one scan of all presence. */
const SEEN = 't.user_id = $user and t.utc_day = any ($utcDays::date[])'

/** The tables of reported events and of visitors. */
export const EVENT_TABLES: Readonly<Record<string, PersonalTable>> = {
  presence_events: {
    rows: SEEN,
    erases: `${SEEN} and (t.source_user_id is not null or ${HAS_OLD_ID})`,
    erase: { event_id: NEW_ID, source_user_id: 'null' },
    refers: 'user_id',
    others: 'org_id utc_day source_no occurred_at received_at local_day location_id node_type node_id',
  },
  visitor_events: {
    ...VISITOR_EVENTS,
    erase: VISITOR_EVENTS.erase(NEW_ID),
    refers: 'host_user_id',
    others:
      'org_id utc_day source_no occurred_at received_at local_day location_id node_type node_id event_type visitor_type is_anonymous',
  },
  visits: {
    ...VISITS,
    refers: 'host_user_id',
    others: 'org_id id status visitor_type location_id day expected_at created_at updated_at is_anonymous',
  },
  quarantine: {
    rows: `exists (
      select
      from jsonb_each_text(t.payload) p
      where p.key in ('sourceUserId', 'badgeNumber') and p.value = any ($cards::text[])
        or p.value ~* $names
    )`,
    erase: 'delete',
    others: 'org_id kind utc_day source_no event_id payload result_code reason key_id refused_at',
  },
  workplace_events: {
    rows: 't.organizer_user_id = $user',
    erases: '(t.name ~* $mentioned or t.organizer_user_id = $user and t.name ~* $own)',
    erase: { name: `'Event'` },
    refers: 'organizer_user_id',
    others: 'org_id id status is_private starts_at ends_at location_id space_id created_at updated_at attended_count',
  },
  event_invitations: {
    rows: 't.user_id = $user',
    refers: 'user_id',
    others: 'org_id event_id reply updated_at',
  },
}
