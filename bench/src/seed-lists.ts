import type { Subject } from './subject.ts'

/** The user with the longest own lists. */
export const BUSIEST = 'person-1@large.example'

const ME = `(select id from users where org_id = $1 and user_name = '${BUSIEST}')`

/** The offices, numbered from 1. */
const OFFICES = `(select id, row_number() over (order by id) as number from locations where org_id = $1 and name like 'Office %')`

/** The users, numbered from 1. */
const PEOPLE = `(select id, row_number() over (order by id) as number from users where org_id = $1 and user_name like 'person-%')`

/** Zones booked by capacity per level. */
const NEIGHBORHOODS = { perLevel: 25, capacity: 20 }

const STATEMENTS = [
  // One in ten bookings was canceled again, on each day.
  `update bookings set status = 'cancelled', changed_by = 'directory', command_id = gen_random_uuid()
   where org_id = $1 and status = 'booked' and day >= current_date and abs(hashtext(place_id::text)) % 10 = 0`,
  // 2,500 neighborhoods for most users without a desk.
  `insert into zones (org_id, id, level_id, name, kind, capacity)
   select $1, gen_random_uuid(), v.id, 'Neighborhood ' || n, 'neighborhood', ${NEIGHBORHOODS.capacity}
   from levels v join ${OFFICES} o on o.id = v.location_id, generate_series(1, ${NEIGHBORHOODS.perLevel}) n
   where v.org_id = $1`,
  `insert into bookings (org_id, id, user_id, day, location_id, zone_id, changed_by, command_id)
   select $1, gen_random_uuid(), p.user_id, p.day, z.location_id, z.id, 'directory', gen_random_uuid()
   from (
     select d.user_id, d.day, u.primary_location_id as location_id,
       row_number() over (partition by d.day, u.primary_location_id order by d.user_id) as number
     from day_plans d
     join users u on u.org_id = $1 and u.id = d.user_id
     where d.org_id = $1 and d.plan = 'o' and d.day >= current_date and u.user_name like 'person-%'
       and not exists (select from bookings b where b.org_id = $1 and b.user_id = d.user_id and b.day = d.day)
   ) p
   join (
     select z.id, v.location_id, row_number() over (partition by v.location_id order by z.id) as number
     from zones z join levels v on v.org_id = $1 and v.id = z.level_id
     where z.org_id = $1 and z.kind = 'neighborhood'
   ) z on z.location_id = p.location_id and z.number = p.number / ${NEIGHBORHOODS.capacity - 5}`,
  // 10,000 accounts.
  `insert into user_accounts (org_id, user_id, password_hash)
   select $1, id, '$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaA' from ${PEOPLE} p where number <= 10000`,
  // 5,000 rooms.
  `insert into spaces (org_id, id, level_id, name, type, capacity)
   select $1, gen_random_uuid(), v.id, 'Room ' || n, 'meetingRoom', 4 + n % 12
   from levels v join ${OFFICES} o on o.id = v.location_id, generate_series(1, 50) n
   where v.org_id = $1`,
  // Two absences per user, and 400 of one user.
  `insert into time_off_events (org_id, event_id, event_type, user_id, start_date, end_date, time_off_type)
   select $1, p.id || '-' || n, 'scheduled', p.id, current_date + n * 30, current_date + n * 30 + 4, 'holiday'
   from ${PEOPLE} p, generate_series(1, 2) n
   union all
   select $1, 'mine-' || n, 'scheduled', ${ME}, current_date - n * 7, current_date - n * 7 + 1, 'leave' from generate_series(1, 400) n`,
  // 2,000 actions of one user, today.
  `insert into user_actions (org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by)
   select $1, ${ME}, (now() at time zone 'utc')::date, now(), gen_random_uuid(), current_date, 'planChanged', 'administrator'
   from generate_series(1, 2000) n`,
  // 10,000 bays; 40,000 of their bookings from today on, and 300 of one user.
  `insert into parking_bays (org_id, id, location_id, name)
   select $1, gen_random_uuid(), o.id, 'Bay ' || n from ${OFFICES} o, generate_series(1, 500) n`,
  `insert into parking_bookings (org_id, id, user_id, day, location_id, bay_id, changed_by)
   select $1, gen_random_uuid(), p.id, current_date + n, b.location_id, b.id, 'administrator'
   from (select id, location_id, row_number() over (order by id) as number from parking_bays where org_id = $1) b
   join ${PEOPLE} p on p.number = b.number, generate_series(0, 4) n
   where b.number <= 8000 and p.id <> ${ME}
   union all
   select $1, gen_random_uuid(), ${ME}, current_date - n, b.location_id, b.id, 'administrator'
   from (select id, location_id from parking_bays where org_id = $1 order by id limit 1) b, generate_series(1, 300) n`,
  // 2,000 events and 4,000 visits on each of ten days.
  `insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id)
   select $1, gen_random_uuid(), 'Event ' || n, current_date + d + interval '9 hours', current_date + d + interval '10 hours', o.id
   from ${OFFICES} o, generate_series(1, 100) n, generate_series(-2, 7) d`,
  `insert into visits (org_id, id, visitor_name, location_id, day, host_user_id)
   select $1, gen_random_uuid(), 'Visitor ' || n, o.id, current_date + d, ${ME}
   from ${OFFICES} o, generate_series(1, 200) n, generate_series(-2, 7) d`,
  // 200 sources; 200,000 refused events of the last 20 days.
  `insert into sources (org_id, source_no, source_id, last_received_at, last_event_at, user_not_found)
   select $1, n, 'source-' || n, now(), now(), 1000 from generate_series(1001, 1200) n`,
  `insert into quarantine (org_id, kind, utc_day, source_no, event_id, payload, result_code, reason, refused_at)
   select $1, 'presence', current_date - n % 20, 1001 + n % 200, 'event-' || n,
     jsonb_build_object('timestamp', now(), 'locationId', gen_random_uuid(), 'locationType', 'location', 'eventId', 'event-' || n,
       'userEmail', 'unknown-' || n || '@large.example'),
     1, 'User not found', now() - n % 20 * interval '1 day'
   from generate_series(1, 200000) n`,
  // 100 providers, and a conflict of each user with the first one.
  `insert into provisioning_providers (org_id, id, name) select $1, gen_random_uuid(), 'Provider ' || n from generate_series(1, 100) n`,
  `insert into provisioning_conflicts (org_id, provider_id, source, subject_id, detail, last_at)
   select $1, (select id from provisioning_providers where org_id = $1 order by id limit 1), 'import', p.id,
     'An import wants other values: email.', now() - p.number * interval '1 second'
   from ${PEOPLE} p`,
  // Ten years of nightly refreshes, and three months of the horizon.
  `insert into refresh_runs (org_id, trigger, status, started_at, ended_at, days, rows, segments)
   select $1, 'schedule', 'succeeded', now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 minute', 1, 100000, 60
   from generate_series(1, 3650) n`,
  `insert into horizon_runs (org_id, location_id, local_day, started_at, ended_at, plans, bookings)
   select $1, o.id, current_date - n, now() - n * interval '1 day', now() - n * interval '1 day', 5000, 2500
   from ${OFFICES} o, generate_series(1, 90) n
   on conflict do nothing`,
  // A mail to each user, and 20 identity providers.
  `insert into outgoing_mails (org_id, kind, user_id, status, attempts, created_at, ended_at, address)
   select $1, 'invitation', p.id, 'sent', 1, now() - p.number * interval '1 minute', now() - p.number * interval '1 minute',
     'person-' || p.number || '@large.example'
   from ${PEOPLE} p`,
  `insert into identity_providers (org_id, id, label, issuer, client_id, client_authentication)
   select $1, gen_random_uuid(), 'Provider ' || n, 'https://sso-' || n || '.large.example', 'rollcall', 'none'
   from generate_series(1, 20) n`,
  'vacuum analyze',
]

/** Other data of a large organization after some years; no list is short. */
export const seedLists = async ({ pool, orgId }: Subject): Promise<void> => {
  for (const statement of STATEMENTS) await pool.query(statement, statement.includes('$1') ? [orgId] : [])
}
