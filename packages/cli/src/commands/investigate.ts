import { Command } from 'commander'
import { day } from '../arguments.ts'
import { addConnectionOptions } from '../connection.ts'
import { investigatePresence } from '../investigate/presence.ts'
import { timeZone } from '../investigate/time-zones.ts'
import { investigateUser } from '../investigate/user-actions.ts'

const USER_HELP = `
The days are those that were planned or booked, not those on which it was done. Changes of a week plan are of no day and are not
listed; the days that they changed are.

Example:
  $ rollcall investigate user ada@example.com --from 2026-01-01 --to 2026-03-31`

const PRESENCE_HELP = `
Times are those of the location. "after" is how long an event took to arrive; "counts" says whether it was at the location that
the attendance of the day is counted for. Where nothing is known of someone the last lines say what to check.

Example:
  $ rollcall investigate presence --user ada@example.com --day 2026-01-05`

/** `rollcall investigate`: explains the data of one person. */
export const investigateCommand = (): Command =>
  new Command('investigate')
    .description("investigate one person's bookings or presence")
    .addCommand(
      addConnectionOptions(
        new Command('user')
          .description("list the changes to a user's plans and bookings: what, when, by whom and why")
          .argument('<user>', 'user name, e-mail or id')
          .requiredOption('--from <day>', 'first day', day)
          .requiredOption('--to <day>', 'last day', day)
          .option(
            '--time-zone <zone>',
            "time zone of the output; by default that of the user's primary location, else UTC",
            timeZone,
          )
          .option('--json', 'print JSON'),
      )
        .addHelpText('after', USER_HELP)
        .action(investigateUser),
    )
    .addCommand(
      addConnectionOptions(
        new Command('presence')
          .description("show a user's presence events of a day with the resulting attendance and its reason")
          .requiredOption('--user <user>', 'user name, e-mail or id')
          .requiredOption('--day <day>', 'local day of the location', day)
          .option('--json', 'print JSON'),
      )
        .addHelpText('after', PRESENCE_HELP)
        .action(investigatePresence),
    )
