/**
 * The `updatedAt` of a live row: when any of its inputs last changed, including names. For published rows the refresh sets it.
 */
export const UPDATED_AT = `iso_timestamp(greatest(
      a.updated_at, h.updated_at, bl.updated_at, al.updated_at, v.updated_at, z.updated_at, p.updated_at, g.updated_at,
      o.reopened_at
    )) as "updatedAt"`

/** What the day is at the location that a row belongs to; without one, Monday to Friday are workdays. */
const DAY_TYPE = `coalesce(
      k.day_type,
      case when extract(isodow from a.day)::smallint = any (coalesce(rl.working_days, '{1,2,3,4,5}')) then 'workday' else 'weekend' end
    )`

/**
 * The rows of bookings & attendance (contract §4), for live reads and the refresh alike: columns in the names of the contract,
 * rows of `$org` from `$firstDay` to `$lastDay` as of `$moment`. `a.day` and `a.location_id` identify the segment of a row.
 */
export const ATTENDANCE_ROWS = {
  columns: `
    a.user_id as "userId", a.primary_location_id as "primaryLocationId", h.name as "primaryLocationName",
    a.day || 'T00:00:00.000Z' as day, a.plan, a.booking_depth as "bookingDepth", a.attendance_type as "attendanceType",
    a.booking_location_id as "bookingLocationId", bl.name as "bookingLocationName",
    v.id as "bookingLevelId", v.name as "bookingLevelName",
    a.booking_zone_id as "bookingZoneId", z.name as "bookingZoneName",
    a.booking_place_id as "bookingPlaceId", p.name as "bookingPlaceName",
    a.primary_group_id as "primaryGroupId", g.name as "primaryGroupName",
    a.attendance_location_id as "attendanceLocationId", al.name as "attendanceLocationName",
    iso_timestamp(a.first_seen_at) as "firstSeenAt", iso_timestamp(a.last_seen_at) as "lastSeenAt",
    ${UPDATED_AT},
    a.attendance_reason as "attendanceReason", a.planned_location_id as "plannedLocationId", a.plan_origin as "planOrigin",
    floor(extract(epoch from a.last_seen_at - a.first_seen_at) / 60)::integer as "presenceMinutes",
    a.location_ids as "locationIds", ${DAY_TYPE} as "dayType",
    iso_timestamp(a.checked_in_at) as "checkedInAt"`,
  from: `
    attendance($org, $firstDay::date, $lastDay::date, $moment::timestamptz) a
    left join locations h on h.org_id = $org and h.id = a.primary_location_id
    left join locations bl on bl.org_id = $org and bl.id = a.booking_location_id
    left join locations al on al.org_id = $org and al.id = a.attendance_location_id
    left join zones z on z.org_id = $org and z.id = a.booking_zone_id
    left join levels v on v.org_id = $org and v.id = z.level_id
    left join places p on p.org_id = $org and p.id = a.booking_place_id
    left join groups g on g.org_id = $org and g.id = a.primary_group_id
    left join locations rl on rl.org_id = $org and rl.id = a.location_id
    left join special_days($org, $firstDay::date, $lastDay::date) k on k.location_id = a.location_id and k.day = a.day
    left join published_locations o
      on o.org_id = $org and o.location_id = coalesce(a.location_id, '00000000-0000-0000-0000-000000000000')`,
} as const
