-- Returns the text as searches compare it: without the differences of letter case, accents and width, so that ramirez and Ramírez are
-- the same. PostgreSQL puts its body in place of a call, so a condition on search_text(column) can use the indexes whose expression is
-- this body (users_search_user_name and the like); change both together. Texts of equal lower case have equal search texts. Only
-- texts with other letters than those of ASCII are decomposed: 4 µs, and 0.4 µs for others.
create or replace function search_text(given text) returns text
language sql immutable parallel safe
return case when octet_length(given) = length(given) then lower(given)
  else regexp_replace(translate(replace(replace(replace(lower(normalize(given, nfkd)),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ'), '[\u0300-\u036f]+', '', 'g') end;
