-- Returns the id of an action of the log. One command makes one action for each user and day, so a plan and the booking that is
-- released with it share the id.
create or replace function action_id(command_id uuid, user_id uuid, day date) returns uuid
language sql stable
return md5(concat(command_id, ' ', user_id, ' ', day))::uuid;
