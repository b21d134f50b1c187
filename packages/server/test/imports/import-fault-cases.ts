const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const place = (...levels: unknown[]) => ({ locations: [{ name: 'X', timeZone: 'UTC', levels }] })
const event = { name: 'E', startsAt: '2026-01-05T09:00:00Z', endsAt: '2026-01-05T10:00:00Z', location: 'Berlin' }
export const booking = { user: 'cyd', day: '2024-03-01', location: 'Berlin' }
const desk = { ...booking, level: 'Level 2', zone: 'North', place: 'D-2' }
const wrong = [
  { name: 'a', type: 't' },
  { name: 'b', type: 't' },
  { name: 'c', type: 't' },
] as const

/** Files that are wrong in one way, for an organization that has `officeFile`; faults as `pointer code`. */
export const FAULT_CASES: [string, unknown, string[]][] = [
  ['not an object', 5, [' type']],
  ['a section that is not a list', { users: {} }, ['/users type']],
  ['a missing property', { users: [{ email: 'a@example.com' }] }, ['/users/0/userName required']],
  [
    'NUL and lone surrogates, in names too',
    { users: [{ userName: 'a\0', attributes: { 'b/\ud800': 'c' } }] },
    ['/users/0/userName invalid_text', '/users/0/attributes/b~1\ud800 invalid_text'],
  ],
  [
    'an attribute that is not a text',
    { users: [{ userName: 'a', attributes: { 'x\ny': 5 } }] },
    ['/users/0/attributes/x\ny invalid_attribute'],
  ],
  [
    'duplicate names',
    { ...place({ name: 'L' }, { name: 'L' }), users: [{ userName: 'a' }, { userName: 'a' }], groups: [wrong[0], wrong[0]] },
    ['/locations/0/levels/1/name duplicate_name', '/groups/1/name duplicate_name', '/users/1/userName duplicate_name'],
  ],
  [
    'duplicate ids, in any letter case',
    {
      users: [
        { id, userName: 'a' },
        { id: id.toUpperCase(), userName: 'b' },
      ],
    },
    ['/users/1/id duplicate_id'],
  ],
  [
    'unknown references',
    {
      users: [
        {
          userName: 'a',
          primaryLocation: 'Rome',
          groups: [{ name: 'No', type: 'team' }],
          weekPlan: { monday: { plan: 'o', location: id } },
        },
      ],
      ...place({ name: 'L', zones: [{ name: 'Z', kind: 'individual', places: [{ name: 'P', assignedUser: 'nobody' }] }] }),
      groups: [{ ...wrong[0], parent: id }],
      dayPlans: [{ user: 'nobody', day: '2026-01-05', plan: 'o', location: 'Rome' }],
      events: [{ ...event, organizer: 'nobody', invitations: [{ user: 'nobody' }] }],
    },
    [
      '/groups/0/parent reference_unknown',
      '/users/0/groups/0 reference_unknown',
      '/users/0/primaryLocation reference_unknown',
      '/users/0/weekPlan/monday/location reference_unknown',
      '/locations/0/levels/0/zones/0/places/0/assignedUser reference_unknown',
      '/dayPlans/0/user reference_unknown',
      '/dayPlans/0/location reference_unknown',
      '/events/0/organizer reference_unknown',
      '/events/0/invitations/0/user reference_unknown',
    ],
  ],
  [
    'a group cycle',
    {
      groups: [
        { ...wrong[0], parent: wrong[1] },
        { ...wrong[1], parent: wrong[0] },
        { ...wrong[2], parent: wrong[0] },
      ],
    },
    ['/groups/0/parent group_cycle', '/groups/1/parent group_cycle'],
  ],
  [
    'a cycle through a stored group',
    { groups: [{ name: 'Product', type: 'division', parent: { name: 'Engineering', type: 'department' } }] },
    ['/groups/0/parent group_cycle'],
  ],
  [
    'a neighborhood with nothing to count',
    place({ name: 'L', zones: [{ name: 'Z', kind: 'neighborhood' }] }),
    ['/locations/0/levels/0/zones/0/capacity capacity_missing'],
  ],
  [
    'time zones that are none',
    {
      locations: [
        { name: 'X', timeZone: 'Mars/Base' },
        { name: 'Y', timeZone: '+02:00' },
      ],
    },
    ['/locations/0/timeZone invalid_time_zone', '/locations/1/timeZone invalid_time_zone'],
  ],
  [
    'days that are none',
    { dayPlans: [{ user: 'ada', day: '2026-02-30', plan: 'o' }], bookings: [{ ...booking, day: '0000-01-01' }] },
    ['/dayPlans/0/day invalid_date', '/bookings/0/day invalid_date'],
  ],
  [
    'two plans for one day',
    { dayPlans: ['2026-01-05', '2026-01-05T00:00:00Z'].map((day) => ({ user: 'ada', day, plan: 'o' })) },
    ['/dayPlans/1 duplicate_day_plan'],
  ],
  [
    'times that are none, and an end before the start',
    {
      events: [
        { ...event, startsAt: '2026-02-30T09:00:00Z' },
        { ...event, endsAt: '2026-01-05T10:00:00+01:00' },
      ],
    },
    ['/events/0/startsAt invalid_timestamp', '/events/1/endsAt ends_before_start'],
  ],
  [
    'an event or a guest twice',
    { events: [event, { ...event, invitations: [{ user: 'ada' }, { user: 'ada' }] }] },
    ['/events/1/invitations/1/user duplicate_member', '/events/1 duplicate_name'],
  ],
  [
    'two bookings for one user, or desk, and day',
    { bookings: [booking, { ...desk }, { ...desk, user: 'bob' }] },
    ['/bookings/1 duplicate_booking', '/bookings/2/place duplicate_booking'],
  ],
  [
    'an identity or a membership twice',
    {
      users: [
        {
          userName: 'a',
          identities: [{ sourceId: 's', sourceUserId: '1' }],
          groups: [
            { name: 'Product', type: 'division' },
            { name: 'Product', type: 'division' },
          ],
        },
        { userName: 'b', identities: [{ sourceId: 's', sourceUserId: '1' }] },
      ],
    },
    ['/users/0/groups/1 duplicate_member', '/users/1/identities/0 duplicate_identity'],
  ],
  [
    'nodes named incompletely',
    {
      bookings: [
        { ...booking, zone: 'North' },
        { ...booking, level: 'Level 2' },
        { ...booking, level: 'Level 2', place: 'D-1' },
      ],
    },
    ['/bookings/0/level reference_incomplete', '/bookings/1/zone reference_incomplete', '/bookings/2/zone reference_incomplete'],
  ],
  ['a desk that is not in the zone', { bookings: [{ ...desk, zone: 'South' }] }, ['/bookings/0/place reference_unknown']],
  [
    'a booking on a day planned otherwise',
    { dayPlans: [{ user: 'cyd', day: '2024-03-01', plan: 'r' }], bookings: [booking] },
    ['/bookings/0 not_an_office_day'],
  ],
  [
    'a future booking of an inactive user',
    { users: [{ userName: 'cyd', status: 'inactive' }], bookings: [{ ...booking, day: '2999-01-01' }] },
    ['/bookings/0/user inactive'],
  ],
]
