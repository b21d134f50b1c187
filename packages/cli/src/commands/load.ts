import { MAX_FUTURE_DAYS, MAX_PARALLEL, MIN_POLL_MINUTES } from '@rollcall/loader'
import { Command } from 'commander'
import { day } from '../arguments.ts'
import { addConnectionOptions } from '../connection.ts'
import { addIntoOptions, DATASET_NAMES, datasets, pollInterval, wholeNumber } from '../load/arguments.ts'
import { loadBackfill, loadFuture, loadIncremental } from '../load/loading.ts'
import { showStatus, verifyCopy } from '../load/looking.ts'

const HELP = `
A copy is a DuckDB file, tables in PostgreSQL, or a folder of files. It holds the directory (users, groups, locations, desks,
spaces), all datasets of the warehouse or those of --datasets, and the views bookings_with_users and
future_bookings_with_users. A load may be stopped at any time: repeating it is safe, and reads again only what is not there yet.

Start with one backfill, then load incrementally once a day, after the nightly refresh of the service:
  $ rollcall load backfill --into warehouse.duckdb --from 2025-01-01
  $ rollcall load incremental --into warehouse.duckdb

Into PostgreSQL, or into a folder of Parquet files:
  $ rollcall load backfill --into postgres://etl@db.example.com/analytics --schema rollcall --from 2025-01-01
  $ rollcall load backfill --into ./lake --format parquet --from 2025-01-01

The bookings of the next two weeks, twice an hour:
  $ rollcall load future --into warehouse.duckdb --days 14 --every 30m

Environment: ROLLCALL_URL, ROLLCALL_KEY_ID, ROLLCALL_KEY_SECRET and ROLLCALL_INTO stand for the options of the same names.
Exit status: 0 done; 1 failed, or verify found a difference without --repair, or status found no copy; 2 wrong usage; 130 stopped by Ctrl+C.`

const BACKFILL_HELP = `
Where it was stopped, or where days were added, the same command goes on. Days that are there are not read again.

Examples:
  $ rollcall load backfill --into warehouse.duckdb --from 2025-01-01
  $ rollcall load backfill --into warehouse.duckdb --from 2025-01-01 --dry-run
  $ rollcall load backfill --into ./lake --format csv --from 2025-01-01 --to 2025-12-31 --datasets user-booking-attendance`

const INCREMENTAL_HELP = `
Reads exactly what the change feed of the service lists: new days, late events, corrections and erasures. A service without
a change feed is asked for the last days again, as many as --look-back says.

Example, in a crontab. Progress goes to standard error; cron mails the log of a load that failed, and nothing else:
  0 5 * * *  rollcall load incremental --into /data/warehouse.duckdb > /var/log/rollcall-load.log 2>&1 || cat /var/log/rollcall-load.log`

const FUTURE_HELP = `
Replaces the table future_bookings. With --every it goes on until it is stopped: the first poll has to succeed, a later one that
fails is reported and tried again at the next time. Between polls the copy is closed, so that others can open it.

Examples:
  $ rollcall load future --into warehouse.duckdb --days 14
  $ rollcall load future --into warehouse.duckdb --days 14 --every 30m`

const VERIFY_HELP = `
Compares what the copy noted of each segment when it was loaded (its revision, and the SHA-256 of its rows) with what the service
has published, and counts the rows that are there; of all else it counts the rows. Values that were changed by hand inside of
rows are not seen. Ends with 1 when something is different, and lists it.

With --repair what differs is read again, and what was published since is loaded; ends with 0 when that was done.

Examples:
  $ rollcall load verify --into warehouse.duckdb
  $ rollcall load verify --into warehouse.duckdb --repair`

const named = (name: string, description: string): Command => addIntoOptions(new Command(name).description(description))

/** The option of commands that may create a copy. */
const FORCE = ['--force', 'create a new copy in a folder with other files, or by an incremental load'] as const

/** Options are ordered: what to load, how, and from where. */
const loading = (command: Command): Command =>
  addConnectionOptions(
    command
      .option('--datasets <names>', `only these datasets, comma-separated, besides the directory: ${DATASET_NAMES}`, datasets)
      .option('--parallel <n>', `concurrent downloads, 1 to ${MAX_PARALLEL}; 3 by default`, wholeNumber(1, MAX_PARALLEL))
      .option(...FORCE)
      .option('--dry-run', 'only show what would be read')
      .option('--json', 'print the summary as JSON'),
  )

/** `rollcall load`: keeps an exact copy of the warehouse. */
export const loadCommand = (): Command =>
  new Command('load')
    .description('keep a copy of the warehouse in DuckDB, PostgreSQL or a folder of files')
    .addHelpText('after', HELP)
    .addCommand(
      loading(
        named('backfill', 'load the history')
          .requiredOption('--from <day>', 'first day', day)
          .option('--to <day>', 'last day; by default yesterday', day),
      )
        .addHelpText('after', BACKFILL_HELP)
        .action(loadBackfill),
    )
    .addCommand(
      loading(
        named('incremental', 'load everything that changed since the last load').option(
          '--look-back <days>',
          'days before today to read again if the service has no change feed; 7 by default',
          wholeNumber(1, 3660),
        ),
      )
        .addHelpText('after', INCREMENTAL_HELP)
        .action(loadIncremental),
    )
    .addCommand(
      addConnectionOptions(
        named('future', 'load the bookings of future days')
          .requiredOption(
            '--days <n>',
            `number of days, including today, 1 to ${MAX_FUTURE_DAYS}`,
            wholeNumber(1, MAX_FUTURE_DAYS),
          )
          .option(...FORCE)
          .option('--every <time>', `repeat at this interval, for example 30m; at least ${MIN_POLL_MINUTES}m`, pollInterval)
          .option('--dry-run', 'only show what would be read')
          .option('--json', 'print the summary as JSON, on one line each with --every'),
      )
        .addHelpText('after', FUTURE_HELP)
        .action(loadFuture),
    )
    .addCommand(
      addConnectionOptions(
        named('verify', 'compare the copy with the service')
          .option('--repair', 'read differing parts again; without it nothing is changed')
          .option('--json', 'print JSON'),
      )
        .addHelpText('after', VERIFY_HELP)
        .action(verifyCopy),
    )
    .addCommand(
      named('status', 'show the state of the copy, without contacting the service')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample:\n  $ rollcall load status --into warehouse.duckdb')
        .action(showStatus),
    )
