-- The zones that desks have left, with the days on which they were there: from `since` up to and excluding `before`. On all other days
-- `places` applies. Changes of the assignee alone split a period, which makes no difference to readers of a day.
create view former_desk_zones as
select org_id, place_id, zone_id, valid_to as before,
  lag(valid_to, 1, '-infinity') over (partition by org_id, place_id order by valid_to) as since
from desk_history
where valid_to is not null;
