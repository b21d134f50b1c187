-- Notifies all nodes at once that a key or an organization changed; their caches also expire by themselves.
-- Shown by: http/tokens.test.ts
create or replace function notify_access() returns trigger
language plpgsql as $$
begin
  perform pg_notify('rollcall_access', new.id::text);
  return null;
end
$$;
