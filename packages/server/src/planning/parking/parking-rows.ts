/** The columns of `ParkingBookingRow`, from `PARKING_TABLES`. Another name of the user, building or bay changes the row, too. */
export const PARKING_COLUMNS = `
  b.id as "parkingBookingId", b.user_id as "userId", u.user_name as "userName", b.day,
  b.location_id as "locationId", l.name as "locationName", b.bay_id as "bayId", p.name as "bayName", b.status,
  iso_timestamp(b.created_at) as "createdAt",
  iso_timestamp(greatest(b.updated_at, u.updated_at, l.updated_at, p.updated_at)) as "updatedAt"`

/** Parking bookings `b`, joined with the user, location and bay. */
export const PARKING_TABLES = `
  from parking_bookings b
  join users u on u.org_id = b.org_id and u.id = b.user_id
  join locations l on l.org_id = b.org_id and l.id = b.location_id
  join parking_bays p on p.org_id = b.org_id and p.id = b.bay_id`
