-- Who changed a row last, why, and by which command: everything that one command does to a user and day is one action.
create domain changed_by as text
  check (value in ('user', 'administrator', 'auto-booking', 'time-off', 'presence', 'directory'));
