-- One command makes one action of each user and day: a plan and the booking that falls with it share its id.
create or replace function action_id(command_id uuid, user_id uuid, day date) returns uuid
language sql stable
return md5(concat(command_id, ' ', user_id, ' ', day))::uuid;
