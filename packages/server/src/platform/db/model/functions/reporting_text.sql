-- Words the period in which a location reports presence, for explanations.
create or replace function reporting_text(reports_from date, reports_until date) returns text
language sql stable
return case when reports_from is null then 'from the earliest event' else 'from ' || reports_from end
  || coalesce(' until ' || reports_until, '');
