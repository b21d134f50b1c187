-- Starts the retention of a deleted user again who was made active in the meantime: it counts from the day on which the user left last.
-- Shown by: provisioning/retention.test.ts
create or replace function leave_again() returns trigger
language plpgsql as $$
begin
  update provisioned_users
  set deleted_at = now()
  where org_id = new.org_id and user_id = new.id and deleted_at is not null;
  return null;
end
$$;
