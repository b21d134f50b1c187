-- Who or what changed a row last.
create domain changed_by as text
  check (value in ('user', 'administrator', 'auto-booking', 'time-off', 'presence', 'directory', 'auto-release'));
