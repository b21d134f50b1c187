-- Deletes the rows of a Singer target that the service has replaced since: rows of an erased person, and of days that lost some.
-- Run it after each sync, in one transaction, in the schema that the target writes to. Repeating it is safe.
-- Columns have the names that the tap writes, which Meltano's target-postgres keeps; adapt them where your target writes others.

delete from user_booking_attendance
using segments
where segments.dataset = 'user-booking-attendance'
  and segments.segment = user_booking_attendance.segment
  and segments.revision <> user_booking_attendance."segmentRevision";

delete from presence
using segments
where segments.dataset = 'presence'
  and segments.segment = presence.segment
  and segments.revision <> presence."segmentRevision";

delete from headcount
using segments
where segments.dataset = 'headcount'
  and segments.segment = headcount.segment
  and segments.revision <> headcount."segmentRevision";

delete from occupancy
using segments
where segments.dataset = 'occupancy'
  and segments.segment = occupancy.segment
  and segments.revision <> occupancy."segmentRevision";

delete from visits
using segments
where segments.dataset = 'visits'
  and segments.segment = visits.segment
  and segments.revision <> visits."segmentRevision";

delete from policy_weeks
using segments
where segments.dataset = 'policy-weeks'
  and segments.segment = policy_weeks.segment
  and segments.revision <> policy_weeks."segmentRevision";
