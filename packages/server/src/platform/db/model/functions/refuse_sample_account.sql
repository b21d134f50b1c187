-- Refuses an account of a person of the sample company: no one can prove to be that person. Costs a look-up per account.
-- Shown by: operations/sample-company.test.ts
create or replace function refuse_sample_account() returns trigger
language plpgsql as $$
begin
  if exists (select from sample_entities s where s.org_id = new.org_id and s.kind = 'user' and s.id = new.user_id::text) then
    raise exception 'No one signs in as a person of the sample company'
      using errcode = '23514', table = 'user_accounts', constraint = 'user_accounts_no_sample',
        detail = 'This person belongs to the sample company, so no one can sign in as them.';
  end if;
  return new;
end
$$;
