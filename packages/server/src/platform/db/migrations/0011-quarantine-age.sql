-- The purge takes what is old of all organisations at once; nothing reads the age within one of them.

drop index quarantine_age;
create index quarantine_age on quarantine (refused_at);
